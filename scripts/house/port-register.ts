/**
 * Is every port registered, with its type, its adapters and the test they are put to?
 */
import { violationOf } from './violation.js'
import type { Violation } from './violation.js'
import type { SourceText } from './source-files.js'

/** One entry of `inventory/ports.json`. */
export interface RegisteredPort {
  readonly port: string
  readonly type: string
  readonly file: string
  readonly synchronous: boolean
  readonly part: number
  readonly adapters: readonly string[]
  readonly test: string
}

/** Where the register stands. */
export const PORTS_PATH = 'inventory/ports.json'

/** Every port that is in the tree and not registered, or registered and not in the tree. */
export function findPortViolations(
  register: readonly RegisteredPort[],
  files: readonly SourceText[],
): readonly Violation[] {
  const textOf = new Map(files.map((file) => [file.path, file.text]))
  const registered = new Set(register.map((one) => one.type))
  const inTree = files
    .filter((file) => file.path.startsWith('src/ports/'))
    .flatMap((file) => [...file.text.matchAll(/^export (?:interface|type) (\w+Port)\b/gm)])
    .map((match) => match[1] ?? '')
  return [
    ...inTree
      .filter((type) => !registered.has(type))
      .map((type) => violationOf(PORTS_PATH, 'port-register', `${type} is not registered`)),
    ...register.flatMap((one) => missingOf(one, textOf)),
  ]
}

function missingOf(one: RegisteredPort, textOf: ReadonlyMap<string, string>): readonly Violation[] {
  const refuse = (detail: string) => violationOf(PORTS_PATH, 'port-register', `${one.port}: ${detail}`)
  const declares = new RegExp(`^export (?:interface|type) ${one.type}\\b`, 'm')
  const hasType = declares.test(textOf.get(one.file) ?? '')
  const silent = one.adapters.filter((path) => !(textOf.get(path) ?? '').includes(one.type))
  return [
    ...(hasType ? [] : [refuse(`${one.file} does not declare ${one.type}`)]),
    ...silent.map((path) => refuse(`${path} does not make a ${one.type}`)),
    ...(textOf.has(one.test) ? [] : [refuse(`${one.test} is absent`)]),
  ]
}
