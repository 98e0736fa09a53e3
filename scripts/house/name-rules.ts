/**
 * Are files and room READMEs named and kept as the house asks? Looks at paths and line counts only.
 */
import type { SourceText } from './source-files.js'
import { violationOf } from './violation.js'
import type { Violation } from './violation.js'

/** Longest README of a room. */
export const README_LINES_MAX = 15

/** Words that say where a thing was put instead of what it is. */
const EMPTY_WORDS = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'service']

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*$/

/** Every broken rule of one path: kebab-case, and no empty word in a file or folder name. */
export function findNameViolations(path: string): readonly Violation[] {
  const names = path.split('/')
  const badCase = names.filter((name) => !KEBAB.test(name))
  const empty = names.filter((name) => name.split(/[-.]/).some((word) => EMPTY_WORDS.includes(word)))
  return [
    ...badCase.map((name) => violationOf(path, 'kebab-case', `\`${name}\` is not kebab-case`)),
    ...empty.map((name) => violationOf(path, 'empty-name', `\`${name}\` does not say what it is`)),
  ]
}

/** Every room that holds code has a README of few lines. */
export function findReadmeViolations(
  readmes: readonly SourceText[],
  paths: readonly string[],
): readonly Violation[] {
  const rooms = new Set(paths.filter((path) => path.endsWith('.ts')).flatMap(roomFolder))
  const byPath = new Map(readmes.map((readme) => [readme.path, readme]))
  return [...rooms].sort().flatMap((room) => {
    const readme = byPath.get(`${room}/README.md`)
    if (readme === undefined) return [violationOf(room, 'room-readme', 'the room has no README.md')]
    const lines = readme.text.trimEnd().split('\n').length
    const tooLong = lines > README_LINES_MAX
    return tooLong
      ? [violationOf(readme.path, 'readme-lines', `${lines} lines, limit ${README_LINES_MAX}`)]
      : []
  })
}

function roomFolder(path: string): readonly string[] {
  const [top, room, rest] = path.split('/')
  return top !== undefined && room !== undefined && rest !== undefined ? [`${top}/${room}`] : []
}
