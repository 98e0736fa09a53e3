/**
 * Does every file import only what its room may, and keep clock, dice and locale out of the pure rooms?
 * The rules are data in `inventory/rooms.json`; this file only applies them.
 */
import type ts from 'typescript'
import { findForbiddenTokens } from './house/forbidden-tokens.js'
import { findCycles } from './house/import-cycles.js'
import { importsOf, resolveRelative } from './house/module-imports.js'
import type { ModuleImport } from './house/module-imports.js'
import { findDefaultExports } from './house/default-exports.js'
import { parseSource, readJson, readSources } from './house/source-files.js'
import type { SourceText } from './house/source-files.js'
import { runAsCommand, violationAt, violationOf } from './house/violation.js'
import type { Violation } from './house/violation.js'

/** One room of the house. `*` in `packages` stands for any package; `x/*` for x and everything below it. */
export interface RoomRule {
  readonly name: string
  readonly mayImport: readonly string[]
  readonly packages: readonly string[]
  /** Clock, random source, locale and environment are refused. */
  readonly pure: boolean
  /** Every import is written `import type`. */
  readonly typeOnlyImports?: boolean
  /** Its folders do not import each other, except the shared ones. */
  readonly shelves?: { readonly shared: readonly string[] }
}

/** What one file or folder may do beyond its room, and why. */
export interface RoomException {
  readonly path: string
  readonly packages?: readonly string[]
  readonly mayImport?: readonly string[]
  readonly reason: string
}

/** The document `inventory/rooms.json`. */
export interface RoomsRegister {
  readonly rooms: readonly RoomRule[]
  readonly exceptions: readonly RoomException[]
}

interface ParsedFile {
  readonly path: string
  readonly file: ts.SourceFile
  readonly imports: readonly ModuleImport[]
}

/** Every broken room rule of the given files. Files outside `src/` are not judged. */
export function findRoomViolations(
  files: readonly SourceText[],
  register: RoomsRegister,
): readonly Violation[] {
  const parsed = files
    .filter((source) => source.path.startsWith('src/'))
    .map((source) => {
      const file = parseSource(source)
      return { path: source.path, file, imports: importsOf(file) }
    })
  return [...parsed.flatMap((one) => violationsOfFile(one, register)), ...cycleViolations(parsed)]
}

function violationsOfFile(parsed: ParsedFile, register: RoomsRegister): readonly Violation[] {
  const room = roomOf(parsed.path, register)
  if (room === undefined) return [violationOf(parsed.path, 'unknown-room', 'the file lies in no room')]
  return [
    ...parsed.imports.flatMap((one) => violationsOfImport(one, { parsed, room, register })),
    ...findDefaultExports(parsed.file),
    ...(room.pure ? findForbiddenTokens(parsed.file) : []),
  ]
}

interface Place {
  readonly parsed: ParsedFile
  readonly room: RoomRule
  readonly register: RoomsRegister
}

function violationsOfImport(one: ModuleImport, place: Place): readonly Violation[] {
  const refuse = (rule: string, detail: string) => [violationAt(one.node, rule, detail)]
  if (one.specifier === undefined) return refuse('computed-import', 'the imported module cannot be read')
  if (place.room.typeOnlyImports === true && !one.typeOnly) {
    return refuse('type-only-room', `room ${place.room.name} imports with \`import type\` only`)
  }
  const reason = one.specifier.startsWith('.')
    ? reasonAgainstFile(resolveRelative(place.parsed.path, one.specifier), place)
    : reasonAgainstPackage(one.specifier, place)
  return reason === undefined ? [] : refuse(reason.rule, reason.detail)
}

interface Reason {
  readonly rule: string
  readonly detail: string
}

function reasonAgainstPackage(specifier: string, place: Place): Reason | undefined {
  const allowed = [...place.room.packages, ...exceptionsOf(place).flatMap((one) => one.packages ?? [])]
  if (allowed.some((pattern) => matchesPackage(specifier, pattern))) return undefined
  return { rule: 'package', detail: `${place.parsed.path} may not import package ${specifier}` }
}

function reasonAgainstFile(target: string, place: Place): Reason | undefined {
  const from = place.parsed.path
  const exceptions = exceptionsOf(place).flatMap((one) => one.mayImport ?? [])
  if (exceptions.some((prefix) => isBelow(target, prefix))) return undefined
  const room = roomOf(target, place.register)
  if (room === undefined) return { rule: 'room', detail: `${from} imports ${target}, which lies in no room` }
  if (!place.room.mayImport.includes(room.name)) {
    return { rule: 'room', detail: `room ${place.room.name} may not import room ${room.name} (${target})` }
  }
  const shelves = place.room.shelves
  if (shelves === undefined || room.name !== place.room.name) return undefined
  const [own, other] = [shelfOf(from), shelfOf(target)]
  if (own === other || own === undefined || (other !== undefined && shelves.shared.includes(other))) {
    return undefined
  }
  return { rule: 'sibling', detail: `shelf ${own} may not import its sibling ${other ?? 'at the top'}` }
}

function exceptionsOf(place: Place): readonly RoomException[] {
  return place.register.exceptions.filter((one) => isBelow(place.parsed.path, one.path))
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}

function matchesPackage(specifier: string, pattern: string): boolean {
  if (pattern === '*') return true
  if (pattern.endsWith(':*')) return specifier.startsWith(pattern.slice(0, -1))
  if (!pattern.endsWith('/*')) return specifier === pattern
  return isBelow(specifier, pattern.slice(0, -2))
}

/** `src/index.ts` and whatever else lies directly in `src/` is the room `index`. */
function roomOf(path: string, register: RoomsRegister): RoomRule | undefined {
  const [top, folder, rest] = path.split('/')
  if (top !== 'src') return undefined
  const name = rest === undefined ? 'index' : folder
  return register.rooms.find((room) => room.name === name)
}

/** The folder below the room; undefined for a file that lies in the room itself, such as its index. */
function shelfOf(path: string): string | undefined {
  const parts = path.split('/')
  return parts.length > 3 ? parts[2] : undefined
}

function cycleViolations(files: readonly ParsedFile[]): readonly Violation[] {
  const graph = new Map(files.map((one) => [one.path, loadedFiles(one)]))
  return findCycles(graph).map((members) =>
    violationOf(members[0] ?? '', 'cycle', `these files load each other: ${members.join(', ')}`),
  )
}

/** Type-only imports are erased, so they load nothing and close no circle. */
function loadedFiles(parsed: ParsedFile): readonly string[] {
  return parsed.imports.flatMap((one) =>
    one.typeOnly || one.specifier === undefined || !one.specifier.startsWith('.')
      ? []
      : [resolveRelative(parsed.path, one.specifier)],
  )
}

await runAsCommand(import.meta.url, () => {
  const files = readSources(['src'])
  const register = readJson<RoomsRegister>('inventory/rooms.json')
  return { subject: `rooms of ${files.length} files`, violations: findRoomViolations(files, register) }
})
