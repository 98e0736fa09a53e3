import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { findRoomViolations } from '../../scripts/check-rooms.js'
import type { RoomsRegister } from '../../scripts/check-rooms.js'
import { readJson, readSources } from '../../scripts/house/source-files.js'
import { assertNone, rulesOf } from './support/fence.js'

const register = readJson<RoomsRegister>('inventory/rooms.json')
const src = readSources(['src'])

/** The rules that one planted file breaks. */
function planted(path: string, text: string): readonly string[] {
  return rulesOf(findRoomViolations([{ path, text }], register))
}

test('REQ-HOUSE-270, REQ-HOUSE-271, REQ-HOUSE-279 no file of the source breaks a rule of its room', () => {
  assert.ok(src.length > 0, 'there is source to judge')
  assertNone(findRoomViolations(src, register))
})

test('REQ-HOUSE-270 the register names each room once and only rooms it knows', () => {
  const names = register.rooms.map((room) => room.name)
  assert.is(new Set(names).size, names.length)
  assert.equal(
    register.rooms.flatMap((room) => room.mayImport).filter((name) => !names.includes(name)),
    [],
  )
  assert.ok(register.exceptions.every((one) => one.reason.length > 20))
})

const FORBIDDEN_ROOMS: readonly (readonly [string, string])[] = [
  ['src/base/planted.ts', '../contract/result.js'],
  ['src/contract/planted.ts', '../rules/labels/admit.js'],
  ['src/rules/context/planted.ts', '../../ports/hash.js'],
  ['src/rules/context/planted.ts', '../../kernel/plan-context.js'],
  ['src/kernel/planted.ts', '../adapters/node/hash.js'],
  ['src/kernel/planted.ts', '../facade/result.js'],
  ['src/facade/planted.ts', '../rules/labels/admit.js'],
  ['src/conformance/planted.ts', '../kernel/plan-context.js'],
  ['src/adapters/node/planted.ts', '../../rules/labels/admit.js'],
  ['src/adapters/node/planted.ts', '../../kernel/plan-context.js'],
  ['src/hosts/cli/planted.ts', '../../rules/labels/admit.js'],
  ['src/hosts/cli/planted.ts', '../../kernel/pure.js'],
  ['src/index.ts', './rules/labels/admit.js'],
  ['src/base/planted.ts', '../../scripts/build.mjs'],
]

test('REQ-HOUSE-270 an import of a room that is not allowed is found in each of its spellings', () => {
  for (const [path, specifier] of FORBIDDEN_ROOMS) {
    const spellings = [
      `import { x } from '${specifier}'`,
      `import type { X } from '${specifier}'`,
      `import '${specifier}'`,
      `export * from '${specifier}'`,
      `export type { X } from '${specifier}'`,
      `export const load = () => import('${specifier}')`,
      `export type X = import('${specifier}').X`,
    ]
    for (const text of spellings) assert.equal(planted(path, text), ['room'], `${path}: ${text}`)
  }
})

test('REQ-HOUSE-270 an import of a sibling shelf is found and the shared shelf is not', () => {
  assert.equal(planted('src/rules/context/a.ts', `import { x } from '../memory/x.js'`), ['sibling'])
  assert.equal(planted('src/rules/labels/a.ts', `import { x } from '../context/x.js'`), ['sibling'])
  assert.equal(planted('src/rules/context/a.ts', `import { x } from '../labels/x.js'`), [])
  assert.equal(planted('src/rules/context/a.ts', `import { x } from './x.js'`), [])
  assert.equal(planted('src/adapters/node/a.ts', `import { x } from '../web/x.js'`), ['sibling'])
  assert.equal(planted('src/adapters/node/a.ts', `import { x } from './x.js'`), [])
})

test('REQ-HOUSE-270 a package outside its room or file is found', () => {
  assert.equal(planted('src/base/order.ts', `import * as E from '#fp/Either'`), ['package'])
  assert.equal(planted('src/base/fp.ts', `import * as E from '#fp/Either'`), [])
  assert.equal(planted('src/base/fp.ts', `import * as E from 'fp-ts/Either'`), ['package'])
  assert.equal(planted('src/contract/a.ts', `import * as t from 'io-ts'`), [])
  assert.equal(planted('src/rules/context/a.ts', `import * as t from 'io-ts'`), ['package'])
  assert.equal(planted('src/kernel/a.ts', `import { readFileSync } from 'node:fs'`), ['package'])
  assert.equal(planted('src/adapters/node/a.ts', `import { readFileSync } from 'node:fs'`), [])
  assert.equal(planted('src/adapters/reference/a.ts', `import { readFileSync } from 'node:fs'`), ['package'])
  assert.equal(planted('src/adapters/web/a.ts', `import('@noble/hashes/sha2.js')`), [])
  assert.equal(planted('src/kernel/a.ts', `const fs = require('fs')`), ['package'])
  assert.equal(planted('src/hosts/cli/a.ts', `import pc from 'picocolors'`), [])
})

test('REQ-HOUSE-270 a module name that is computed cannot be checked and is found', () => {
  assert.equal(planted('src/kernel/a.ts', 'export const load = (name: string) => import(name)'), [
    'computed-import',
  ])
})

test('REQ-HOUSE-270 ports import types only', () => {
  assert.equal(planted('src/ports/a.ts', `import { x } from '../base/order.js'`), ['type-only-room'])
  assert.equal(planted('src/ports/a.ts', `import { type X } from '../base/brand.js'`), ['type-only-room'])
  assert.equal(planted('src/ports/a.ts', `import type { X } from '../base/brand.js'`), [])
  assert.equal(planted('src/ports/index.ts', `export type * from './hash.js'`), [])
})

test('REQ-HOUSE-270 a default export is found in each of its spellings', () => {
  for (const text of [
    'export default 1',
    'export default function f() {}',
    'const a = 1\nexport { a as default }',
  ]) {
    assert.equal(planted('src/hosts/cli/a.ts', text), ['default-export'], text)
  }
})

test('REQ-HOUSE-270 a folder that is no room is found', () => {
  assert.equal(planted('src/tools/a.ts', 'export const a = 1'), ['unknown-room'])
})

const FORBIDDEN_TOKENS = [
  'Date.now()',
  'new Date()',
  'new Date(0)',
  'Date()',
  'Date.parse(x)',
  'Math.random()',
  'Math.log(2)',
  'Math.exp(2)',
  'Math.pow(2, 3)',
  'Math.sin(2)',
  'Math.hypot(2, 3)',
  "Math['log'](2)",
  '((M) => M)(1) ** 2',
  'x **= 2',
  'new Intl.Collator()',
  'a.localeCompare(b)',
  "a['localeCompare'](b)",
  'a.toLocaleString()',
  'a.toLocaleLowerCase()',
  "a.normalize('NFC')",
  'a.toLowerCase()',
  'a?.toUpperCase()',
  'a.map(String.prototype.toUpperCase.call)',
  'a.isWellFormed()',
  'a.toWellFormed()',
  '/\\p{L}/u',
  '/[^\\P{L}]/u',
  '/a/iu',
  '/a/giv',
  "new RegExp('a', 'iu')",
  "new RegExp('\\\\p{L}', 'u')",
  "RegExp('a', 'iu')",
  'globalThis.Date',
  'new WeakRef(x)',
]

test('REQ-HOUSE-271 each forbidden token is found in a pure room and allowed in an adapter', () => {
  for (const token of FORBIDDEN_TOKENS) {
    const text = `export const planted = () => (${token})`
    assert.equal(planted('src/rules/context/a.ts', text), ['forbidden-token'], token)
    assert.equal(planted('src/adapters/node/a.ts', text), [], token)
  }
  assert.equal(planted('src/base/a.ts', 'const { random } = Math'), ['forbidden-token'])
  assert.equal(planted('src/base/a.ts', 'const { toLowerCase: low } = text'), ['forbidden-token'])
})

const HARMLESS_TOKENS = [
  '// Date.now() and Math.random() in a comment',
  "export const text = 'new Date() and a.localeCompare(b) and x ** 2'",
  'export const pattern = /\\\\p{/',
  'export const pattern = /[a-z]/i',
  'export const pattern = /a/u',
  'export const at = Date.UTC(2024, 0, 1)',
  'export const root = Math.floor(Math.sqrt(2))',
  'export const ok = isWellFormedText(text)',
  'export interface Stamp { readonly Date: string }',
  'export type Names = { readonly Intl: Intl }',
]

test('REQ-HOUSE-271 comments, strings and exact functions trip nothing', () => {
  for (const text of HARMLESS_TOKENS) assert.equal(planted('src/base/a.ts', text), [], text)
})

test('REQ-HOUSE-279 a circle of two, of three and of one file is found', () => {
  const file = (name: string, imported: string) => ({
    path: `src/base/${name}.ts`,
    text: `import { x } from './${imported}.js'`,
  })
  const rules = (...files: ReturnType<typeof file>[]) => rulesOf(findRoomViolations(files, register))
  assert.equal(rules(file('a', 'b'), file('b', 'a')), ['cycle'])
  assert.equal(rules(file('a', 'b'), file('b', 'c'), file('c', 'a')), ['cycle'])
  assert.equal(rules(file('a', 'a')), ['cycle'])
  assert.equal(rules(file('a', 'b'), file('b', 'c')), [])
})

test('REQ-HOUSE-279 an import that the compiler erases closes no circle', () => {
  const files = [
    { path: 'src/base/a.ts', text: `import { x } from './b.js'` },
    { path: 'src/base/b.ts', text: `import type { X } from './a.js'` },
  ]
  assert.equal(rulesOf(findRoomViolations(files, register)), [])
})

test.run()
