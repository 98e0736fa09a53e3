/**
 * On which texts are token counts measured? One class a script, language and format: prose and sessions of the shared
 * data, code and documents of the packages installed here and of the folder `CMK_CODE_SAMPLES`, generated text.
 *
 * The folder holds copies of files, in any depth: `python/`, `go/`, `java/`, `typescript/`, `markdown/`, `json/` from
 * public repositories, some 500 kB of each of several (used: flask, requests, httpx, fastapi, ansible, click, typeshed;
 * gin, cobra, prometheus, hugo; commons-lang, gson, spring-boot, okhttp, kafka, java-design-patterns; prisma, date-fns,
 * typeorm, swr, vue, pi-mono, excalidraw, and the documents of these); `extra/<language>/` for fitting only (used: the
 * declaration of human rights in 57 languages, tldr pages, translated documents of astro and fastapi) and
 * `unseen/<name>/` for showing only. No file of it belongs in this repository.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  GENERATED,
  GENERATED_EXTRA,
  GENERATED_UNFITTED,
  generatedDocuments,
  type MakeText,
} from './generated-text.js'
import { seedOf } from './seeded-dice.js'
import { sharedPath } from './shared-data.js'
import { toolTraffic } from './tool-traffic.js'

export interface TextDocument {
  /** Decides the half and the cuts of the document. */
  readonly name: string
  readonly text: string
}

/** `core` and `language` are fitted on one half of the documents; `unfitted` shows what the weights never saw. */
export interface TextClass {
  readonly name: string
  readonly group: 'core' | 'language' | 'extra' | 'unfitted'
  readonly documents: readonly TextDocument[]
}

const CLASS_CODE_UNITS_MAX = 700_000
const FILE_BYTES_MAX = 80_000
/** Short texts of one source are joined to documents of about this size. */
const JOINED_CODE_UNITS = 4_000

/** Every class, also those no text was found for. */
export function textClasses(): readonly TextClass[] {
  return [
    ...fittedClasses('core', coreSources()),
    ...fittedClasses('language', languageSources()),
    ...extraClasses(),
    ...unfittedClasses(),
  ]
}

type Sources = ReadonlyMap<string, () => readonly TextDocument[]>

function fittedClasses(group: 'core' | 'language', sources: Sources): readonly TextClass[] {
  return [...sources].map(([name, documents]) => ({ name, group, documents: capped(documents()) }))
}

function coreSources(): Sources {
  return new Map<string, () => readonly TextDocument[]>([
    ['English prose', () => retrievalDocuments('xquad/en')],
    ['English chat', () => [...retrievalDocuments('locomo-dev'), ...retrievalDocuments('bfcl-memory')]],
    ['Markdown', () => code('markdown', /\.mdx?$/)],
    ['TypeScript', () => code('typescript', /\.tsx?$/)],
    ['Python', () => code('python', /\.pyi?$/)],
    ['Go', () => code('go', /\.go$/)],
    ['Java', () => code('java', /\.java$/)],
    ['tool traffic', sessionTools],
    ['Chinese', () => retrievalDocuments('cmrc2018-dev')],
    ['Japanese', () => retrievalDocuments('jsquad-valid')],
    ['Korean', () => plainTextDocuments('ko')],
    ['Hindi', () => retrievalDocuments('xquad/hi')],
    ['Thai', () => retrievalDocuments('xquad/th')],
    ['JSON', () => [...code('json', /\.json$/), ...sessionDocuments()]],
    ...[...GENERATED].map(([name, make]) => [name, () => generatedDocuments(name, make, 120)] as const),
  ])
}

function languageSources(): Sources {
  return new Map<string, () => readonly TextDocument[]>([
    ['German', () => retrievalDocuments('xquad/de')],
    ['Spanish', () => retrievalDocuments('xquad/es')],
    ['Vietnamese', () => plainTextDocuments('vi')],
    ['Russian', () => plainTextDocuments('ru')],
    ['Greek', () => plainTextDocuments('el')],
    ['Arabic', () => plainTextDocuments('ar')],
    ['Turkish', () => retrievalDocuments('xquad/tr')],
  ])
}

/** Languages and signs the acceptance does not name: a page of each for fitting. */
function extraClasses(): readonly TextClass[] {
  return [...sampleFolders('extra'), ...generated(GENERATED_EXTRA, 30)].map((one) => ({
    ...one,
    group: 'extra' as const,
  }))
}

function unfittedClasses(): readonly TextClass[] {
  return [
    { name: 'Romanian', documents: plainTextDocuments('ro') },
    { name: 'minified JavaScript', documents: installed(/min\.m?js$/) },
    ...generated(GENERATED_UNFITTED, 30),
    ...sampleFolders('unseen'),
  ].map((one) => ({ ...one, group: 'unfitted' as const }))
}

type NamedDocuments = Omit<TextClass, 'group'>

function generated(makers: ReadonlyMap<string, MakeText>, count: number): readonly NamedDocuments[] {
  return [...makers].map(([name, make]) => ({ name, documents: generatedDocuments(name, make, count) }))
}

/** A class for each folder in a part of the samples. */
function sampleFolders(part: string): readonly NamedDocuments[] {
  const root = samples(part)
  if (root === null) return []
  return readdirSync(root)
    .sort()
    .map((name) => ({ name, documents: capped(filesUnder(join(root, name), /./)) }))
}

/** The folder of samples `CMK_CODE_SAMPLES` names, or null. */
function samples(kind: string): string | null {
  const root = process.env['CMK_CODE_SAMPLES']
  if (root === undefined) return null
  const path = join(root, kind)
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : null
}

function code(kind: string, pattern: RegExp): readonly TextDocument[] {
  const folder = samples(kind)
  return [...(folder === null ? [] : filesUnder(folder, pattern)), ...installed(pattern), ...own(pattern)]
}

function own(pattern: RegExp): readonly TextDocument[] {
  return ['src', 'docs', 'schema', 'test'].flatMap((folder) => filesUnder(resolve(folder), pattern))
}

function installed(pattern: RegExp): readonly TextDocument[] {
  return filesUnder(resolve('node_modules'), pattern).filter(
    ({ name }) => !/bpeRanks|encoding|\/models?\/|LICEN[CS]E|tsconfig/.test(name),
  )
}

/** Files of text under a folder; names are relative, so that halves are the same everywhere. */
function filesUnder(folder: string, pattern: RegExp): readonly TextDocument[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return names
    .filter((path) => statSync(path).size >= 200 && statSync(path).size <= FILE_BYTES_MAX)
    .map((path) => ({ name: path.slice(folder.length + 1), text: readFileSync(path, 'utf8') }))
}

/** The texts of a corpus of the shared data in its order, with the speaker where it is a talk; none where it is absent. */
export function retrievalDocuments(set: string): readonly TextDocument[] {
  const path = sharedPath('retrieval', ...set.split('/'), 'corpus.jsonl')
  if (path === null) return []
  const bySpace = new Map<string, string[]>()
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const { space, text, speaker } = JSON.parse(line) as { space: string; text: string; speaker?: string }
    const said = speaker === undefined ? text : `${speaker}: ${text}`
    bySpace.set(space, [...(bySpace.get(space) ?? []), said])
  }
  return [...bySpace].flatMap(([space, texts]) => joined(`${set}/${space}`, texts))
}

/** Paragraphs in a language; none where the shared data are absent. */
export function plainTextDocuments(language: string): readonly TextDocument[] {
  const path = sharedPath('text', `${language}.txt`)
  return path === null ? [] : joined(language, readFileSync(path, 'utf8').split(/\n+/))
}

function sessionTools(): readonly TextDocument[] {
  const folder = sharedPath('transcripts')
  return folder === null ? [] : [...toolTraffic(folder)].flatMap(([name, texts]) => joined(name, texts))
}

/** Sessions of the shared data as the JSON they are stored in; none where they are absent. */
export function sessionDocuments(): readonly TextDocument[] {
  const folder = sharedPath('transcripts')
  if (folder === null) return []
  const tau = join(folder, 'openai-chat', 'tau-airline-60.json')
  const runs = JSON.parse(readFileSync(tau, 'utf8')) as readonly { readonly traj: readonly object[] }[]
  return [
    ...runs.flatMap(({ traj }, index) =>
      joined(
        `tau/${String(index)}`,
        traj.slice(1).map((entry) => JSON.stringify(entry)),
      ),
    ),
    ...filesUnder(join(folder, 'claude-code'), /\.jsonl$/),
    ...filesUnder(join(folder, 'frameworks'), /\.json$/),
  ]
}

function joined(name: string, texts: readonly string[]): readonly TextDocument[] {
  const documents: TextDocument[] = []
  let held: string[] = []
  let size = 0
  texts.forEach((text, index) => {
    held.push(text)
    size += text.length
    if (size < JOINED_CODE_UNITS && index < texts.length - 1) return
    documents.push({ name: `${name}#${String(documents.length)}`, text: held.join('\n') })
    held = []
    size = 0
  })
  return documents
}

/** So many documents, in an order their names decide, that the class stays small. */
function capped(documents: readonly TextDocument[]): readonly TextDocument[] {
  const shuffled = [...documents].sort((a, b) => seedOf(a.name) - seedOf(b.name))
  let size = 0
  return shuffled.filter(({ text }) => {
    if (size >= CLASS_CODE_UNITS_MAX) return false
    size += text.length
    return true
  })
}
