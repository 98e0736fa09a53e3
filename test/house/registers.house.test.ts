import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  readErrorSources,
  readInvariantSources,
  readPorts,
  readRequirements,
} from '../../scripts/check-registers.js'
import { findClockAssertions } from '../../scripts/house/clock-assertions.js'
import { findErrorViolations } from '../../scripts/house/error-register.js'
import type { ErrorSources } from '../../scripts/house/error-register.js'
import { findInvariantViolations } from '../../scripts/house/invariant-register.js'
import { findPortViolations } from '../../scripts/house/port-register.js'
import { readSources } from '../../scripts/house/source-files.js'
import { findTitleViolations } from '../../scripts/house/test-titles.js'
import type { Requirement } from '../../scripts/house/test-titles.js'
import { assertNone, rulesOf } from './support/fence.js'

const tests = readSources(['test'], '.test.ts')

test('REQ-HOUSE-274 every MUST is named by a test or excluded with its part, and every named id is registered', () => {
  assertNone(findTitleViolations(tests, readRequirements()))
})

/** The numbers of the properties, in the ranges of their sections. */
const PROPERTY_RANGES = [
  [1, 17],
  [20, 45],
  [50, 55],
  [60, 74],
  [100, 131],
] as const

test('REQ-HOUSE-274 each property has exactly one requirement of its number that says so', () => {
  const expected = PROPERTY_RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  )
  const ofProperties = readRequirements().filter((one) => Number(one.id.slice(-3)) <= 131)
  assert.equal(
    ofProperties.map((one) => Number(one.id.slice(-3))),
    expected,
  )
  for (const one of ofProperties) assert.equal(one.from, [`P-${one.id.slice(-3)}`])
})

const MUST: Requirement = { id: 'REQ-PLAN-001', level: 'MUST', text: 'It holds.', from: ['P-001'], part: 1 }
const LATER: Requirement = { ...MUST, id: 'REQ-PLAN-002', part: 5, excluded: 'part 5 brings recall' }

/** The rules that one planted test file breaks against two requirements. */
function titles(text: string, requirements: readonly Requirement[] = [MUST, LATER]): readonly string[] {
  return rulesOf(findTitleViolations([{ path: 'test/planted.law.test.ts', text }], requirements))
}

test('REQ-HOUSE-274 a requirement that no title names is found, whatever comments and data mention', () => {
  assert.equal(titles("test('REQ-PLAN-001 it holds', () => {})"), [])
  assert.equal(titles('test(`REQ-PLAN-001 it holds for ${name}`, () => {})'), [])
  assert.equal(titles("check('REQ-PLAN-001 it holds')"), [])
  assert.equal(titles("// test('REQ-PLAN-001 it holds')"), ['untested-requirement'])
  assert.equal(titles("const id = 'REQ-PLAN-001 it holds'"), ['untested-requirement'])
  assert.equal(titles('', [{ ...MUST, level: 'SHOULD' }]), [])
})

test('REQ-HOUSE-274 the title of a table is read once for each id in the file', () => {
  const table = "for (const [id, name] of [['REQ-PLAN-001', 'a']]) test(`${id} it holds for ${name}`, f)"
  assert.equal(titles(table), [])
  assert.equal(titles(table.replace('REQ-PLAN-001', 'REQ-PLAN-999')), [
    'unknown-requirement',
    'untested-requirement',
  ])
  assert.equal(titles('test(`${id} it holds`, f)'), ['title', 'untested-requirement'])
})

test('REQ-HOUSE-274 a title without an id, without a sentence, or with a vague word is found', () => {
  const also = (text: string) => titles(`test('REQ-PLAN-001 it holds', f)\n${text}`)
  assert.equal(also("test('it holds', f)"), ['title'])
  assert.equal(also("test('REQ-PLAN-001', f)"), ['title'])
  assert.equal(also("test('REQ-PLAN-001 it should hold', f)"), ['title'])
  assert.equal(also('test(title, f)'), ['title'])
  assert.equal(also("test.only('it holds', f)"), ['title'])
})

test('REQ-HOUSE-274 an unregistered id, a stale exclusion and an exclusion without its part are found', () => {
  const named = "test('REQ-PLAN-001 it holds', f)\n"
  assert.equal(titles(`${named}test('REQ-PLAN-999 it holds', f)`), ['unknown-requirement'])
  assert.equal(titles(`${named}test('REQ-PLAN-001, REQ-PLAN-998 it holds', f)`), ['unknown-requirement'])
  assert.equal(titles(`${named}test('REQ-PLAN-002 it holds', f)`), ['stale-exclusion'])
  assert.equal(titles(named, [MUST, { ...LATER, excluded: 'later' }]), ['exclusion'])
  assert.equal(titles(named, [MUST, { ...LATER, part: 6 }]), ['exclusion'])
  assert.equal(titles(named, [MUST, MUST]), ['duplicate-requirement'])
})

test('REQ-HOUSE-273, REQ-CON-218 union, register, page and fixtures of the errors say the same', () => {
  assertNone(findErrorViolations(readErrorSources()))
})

const ERRORS: ErrorSources = {
  union: { Refused: { code: 'CMK_REFUSED', retry: 'never' } },
  register: [
    {
      code: 'CMK_REFUSED',
      tag: 'Refused',
      retry: 'never',
      since: '0.1.0',
      meaning: 'It was refused.',
      whatToDo: 'Ask otherwise.',
    },
  ],
  page: '## `CMK_REFUSED`\n\nIt was refused.',
  fixtures: ['{ "code": "CMK_REFUSED" }'],
}

test('REQ-HOUSE-273, REQ-CON-218 an error that one of the four places lacks is found', () => {
  const rules = (change: Partial<ErrorSources>) => rulesOf(findErrorViolations({ ...ERRORS, ...change }))
  const entry = ERRORS.register[0]!
  assert.equal(rules({}), [])
  assert.equal(rules({ union: {} }), ['error-register'])
  assert.equal(rules({ union: { ...ERRORS.union, Other: { code: 'CMK_OTHER', retry: 'never' } } }), [
    'error-register',
  ])
  assert.equal(rules({ register: [{ ...entry, retry: 'later' }] }), ['error-register'])
  assert.equal(rules({ register: [{ ...entry, whatToDo: '' }] }), ['error-register'])
  assert.equal(rules({ register: [entry, entry] }), ['error-register'])
  assert.equal(rules({ page: '' }), ['error-docs'])
  assert.equal(rules({ fixtures: ['{ "code": "CMK_REFUSED_TOO" }'] }), ['error-fixture'])
})

test('REQ-HOUSE-273 every port is registered with its file, its adapters and its test', () => {
  assertNone(findPortViolations(readPorts(), [...readSources(['src']), ...tests]))
})

test('REQ-HOUSE-273 a port that is not registered or not made is found', () => {
  const port = { path: 'src/ports/hash.ts', text: 'export interface HashPort {}' }
  const adapter = { path: 'src/adapters/node/hash.ts', text: 'export function nodeHash(): HashPort {}' }
  const proof = { path: 'test/adapters/hash.port.test.ts', text: '' }
  const entry = {
    port: 'Hash',
    type: 'HashPort',
    file: port.path,
    synchronous: true,
    part: 1,
    adapters: [adapter.path],
    test: proof.path,
  }
  const found = (files: readonly (typeof port)[], entries = [entry]) =>
    findPortViolations(entries, files).length
  assert.is(found([port, adapter, proof]), 0)
  assert.is(found([port, adapter, proof], []), 1)
  assert.is(found([adapter, proof]), 1)
  assert.is(found([port, proof]), 1)
  assert.is(found([port, adapter]), 1)
  assert.is(found([{ ...port, text: '// export interface HashPort {}' }, adapter, proof]), 1)
})

test('REQ-HOUSE-273 every invariant names a requirement, the line that keeps it and the test that holds it', () => {
  assertNone(findInvariantViolations(readInvariantSources()))
})

test('REQ-HOUSE-273 an invariant that is incomplete or names what does not exist is found', () => {
  const files = new Map([
    ['src/a.ts', 'export function keep() {}'],
    ['test/a.law.test.ts', "test('REQ-PLAN-001 it holds')"],
    ['test/other.law.test.ts', "test('REQ-PLAN-002 it holds')"],
  ])
  const check = (markdown: string) =>
    findInvariantViolations({
      markdown,
      requirementIds: new Set(['REQ-PLAN-001', 'REQ-PLAN-002']),
      textOf: (path) => files.get(path),
    }).length
  const entry = (number: number, text: string) => `${number}. **It holds.**\n${text}\n`
  const whole = 'REQ-PLAN-001, kept by `src/a.ts` `keep`, held by `test/a.law.test.ts`.'
  assert.is(check(entry(1, whole)), 0)
  assert.is(check(''), 1)
  assert.is(check(entry(2, whole)), 1)
  assert.is(check(entry(1, whole) + entry(1, whole)), 1)
  assert.is(check(entry(1, 'REQ-PLAN-001')), 1)
  assert.is(check(entry(1, whole.replace('001', '999'))), 2)
  assert.is(check(entry(1, whole.replace('001', '002'))), 1)
  assert.is(check(entry(1, whole.replace('test/a', 'test/other'))), 1)
  assert.is(check(entry(1, whole.replace('`keep`', '`kee`'))), 1)
  assert.is(check(entry(1, whole.replace('src/a', 'src/b'))), 1)
  assert.is(check(entry(1, whole.replace('test/a', 'test/b'))), 2)
  assert.is(check(entry(1, whole.replace('test/a.law.test', 'src/a'))), 2)
})

test('REQ-HOUSE-275 no assertion of any test depends on a reading of the clock', () => {
  assertNone(findClockAssertions(tests))
})

test('REQ-HOUSE-275 an assertion that a reading of the clock reaches is found', () => {
  const path = 'test/planted.law.test.ts'
  const found = (text: string, allowed?: ReadonlyMap<string, string>) =>
    findClockAssertions([{ path, text }], allowed).length
  assert.is(found('assert.ok(performance.now() < 5)'), 1)
  assert.is(found('const start = Date.now()\nrun()\nassert.ok(Date.now() - start < 5)'), 1)
  assert.is(found('const a = process.hrtime.bigint()\nconst b = a - c\nassert.is(b, 1n)'), 1)
  assert.is(found('let took = 0\ntook = performance.now() - start\nassert.ok(took < 5)'), 1)
  assert.is(found('function took() { return performance.now() - 1 }\nassert.ok(took() < 5)'), 1)
  assert.is(found('assert.ok(new Date() > then)'), 1)
  assert.is(found('const start = performance.now()\nconsole.log(performance.now() - start)\nassert.ok(x)'), 0)
  assert.is(found("assert.is(new Date('2024-01-01').toISOString(), x)"), 0)
  assert.is(found('const start = Date.now()\nassert.is(item.start, 1)'), 0)
  assert.is(found('assert.ok(Date.now() > 0)', new Map([[path, 'it is about the clock']])), 0)
})

test.run()
