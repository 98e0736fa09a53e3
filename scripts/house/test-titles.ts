/**
 * Which requirements do the tests name? Reads titles from the syntax tree, so a mention in a comment or a
 * fixture counts for nothing.
 */
import ts from 'typescript'
import { parseSource, visitAll } from './source-files.js'
import type { SourceText } from './source-files.js'
import { violationAt, violationOf } from './violation.js'
import type { Violation } from './violation.js'

/** One entry of `inventory/requirements.json`. */
export interface Requirement {
  readonly id: string
  readonly level: 'MUST' | 'SHOULD'
  readonly text: string
  /** The properties it comes from; may be empty. */
  readonly from: readonly string[]
  /** The part of the plan that brings it. */
  readonly part: number
  /** Why no test names it yet. */
  readonly excluded?: string
}

interface Title {
  readonly node: ts.Node
  readonly text: string
}

const TITLE = /^(REQ-[A-Z]+-\d{3})((?:(?:, | and | )REQ-[A-Z]+-\d{3})*) (.+)$/
const EXCLUSION = /^part ([1-9]|1[0-2]) brings \S/

/** Every way in which titles and register disagree: unknown, unnamed, stale or badly excluded ids. */
export function findTitleViolations(
  tests: readonly SourceText[],
  requirements: readonly Requirement[],
): readonly Violation[] {
  const titles = tests.flatMap((source) => titlesOf(parseSource(source)))
  const known = new Map(requirements.map((one) => [one.id, one]))
  const named = new Set(titles.flatMap((title) => idsOf(title.text)))
  return [
    ...titles.flatMap((title) => violationsOfTitle(title, known)),
    ...requirements.flatMap((one) => violationsOfRequirement(one, named.has(one.id))),
    ...duplicates(requirements),
  ]
}

function violationsOfTitle(title: Title, known: ReadonlyMap<string, Requirement>): readonly Violation[] {
  const sentence = TITLE.exec(title.text)?.[3]
  if (sentence === undefined) {
    return [
      violationAt(title.node, 'title', 'a title is a requirement id and a sentence true of the product'),
    ]
  }
  const vague = /\b(should|works?|correctly|properly)\b/.exec(sentence)
  const unknown = idsOf(title.text).filter((id) => !known.has(id))
  return [
    ...unknown.map((id) => violationAt(title.node, 'unknown-requirement', `${id} is not registered`)),
    ...(vague === null ? [] : [violationAt(title.node, 'title', `say what is true, not \`${vague[0]}\``)]),
  ]
}

function violationsOfRequirement(one: Requirement, isNamed: boolean): readonly Violation[] {
  const refuse = (rule: string, detail: string) => [
    violationOf(REQUIREMENTS_PATH, rule, `${one.id} ${detail}`),
  ]
  if (one.excluded === undefined) {
    const missing = one.level === 'MUST' && !isNamed
    return missing ? refuse('untested-requirement', 'is named by no test') : []
  }
  if (isNamed) return refuse('stale-exclusion', 'is excluded and named by a test; remove the exclusion')
  const part = EXCLUSION.exec(one.excluded)?.[1]
  return part === String(one.part) ? [] : refuse('exclusion', 'must say which part brings it, as in `part`')
}

/** Where the register stands. */
export const REQUIREMENTS_PATH = 'inventory/requirements.json'

function duplicates(requirements: readonly Requirement[]): readonly Violation[] {
  const ids = requirements.map((one) => one.id)
  return ids
    .filter((id, index) => ids.indexOf(id) !== index)
    .map((id) => violationOf(REQUIREMENTS_PATH, 'duplicate-requirement', `${id} is registered twice`))
}

function idsOf(title: string): readonly string[] {
  const match = TITLE.exec(title)
  return match === null ? [] : `${match[1]}${match[2]}`.split(/, | and | /)
}

/** First arguments of `test(...)`, `test.only(...)`, and every other title a helper is given. */
function titlesOf(file: ts.SourceFile): readonly Title[] {
  const found: Title[] = []
  visitAll(file, (node) => {
    const first = ts.isCallExpression(node) ? node.arguments[0] : undefined
    if (first === undefined || !ts.isCallExpression(node)) return
    const texts = textsOf(first)
    const isTitle = isTestCall(node) || texts.some((text) => /^REQ-\S+ ./.test(text))
    if (isTitle) found.push(...(texts.length > 0 ? texts : ['']).map((text) => ({ node, text })))
  })
  return found
}

function isTestCall(node: ts.CallExpression): boolean {
  const callee = ts.isPropertyAccessExpression(node.expression) ? node.expression.expression : node.expression
  const member = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : ''
  return ts.isIdentifier(callee) && callee.text === 'test' && ['', 'only'].includes(member)
}

/**
 * The text of a literal, or the beginning of a template up to its first hole. A template that begins with a
 * hole is the title of a table: it is read once for each id that stands as a literal of its own in the file.
 */
function textsOf(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (!ts.isTemplateExpression(node)) return []
  if (node.head.text !== '') return [`${node.head.text}…`]
  const sentence = node.templateSpans[0]?.literal.text ?? ''
  if (!sentence.startsWith(' ')) return []
  return literalIds(node.getSourceFile()).map((id) => `${id}${sentence}…`)
}

function literalIds(file: ts.SourceFile): readonly string[] {
  const ids = new Set<string>()
  visitAll(file, (node) => {
    if (ts.isStringLiteralLike(node) && /^REQ-[A-Z]+-\d{3}$/.test(node.text)) ids.add(node.text)
  })
  return [...ids]
}
