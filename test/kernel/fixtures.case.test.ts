/**
 * Does the kernel answer the language-neutral fixtures byte for byte? Digests are recomputed here with `node:crypto`
 * and a canonical writer of the test's own, so that nothing the kernel computes is taken from the kernel.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { PLAN_SUBJECTS } from '../../scripts/fixtures/context/every-subject.js'
import { CALLER } from '../../scripts/fixtures/fixture-item.js'
import { portsOf } from '../../scripts/fixtures/fixture-ports.js'
import { OPEN } from '../../scripts/fixtures/plan-case.js'
import {
  differencesOf,
  writtenDecision,
  type WrittenDecision,
} from '../../scripts/fixtures/written-decision.js'
import { canonicalJson } from '../../src/base/canonical-json.js'
import { digestOf } from '../../src/base/digest.js'
import { ContextPlan } from '../../src/contract/context-plan.js'
import type { CallerInput } from '../../src/contract/caller.js'
import type { ContextItemInput } from '../../src/contract/context-item.js'
import { decode } from '../../src/contract/decode.js'
import type { KernelOptionsInput } from '../../src/contract/kernel-options.js'
import type { StampedPlanRequestInput } from '../../src/contract/plan-request.js'
import { planContext, prepareEnvironment, sealItems } from '../../src/kernel/index.js'
import { denialOf, effectiveTrust, isSameScope } from '../../src/rules/labels/admission.js'
import { deriveLabels } from '../../src/rules/labels/derivation.js'

const FOLDER = new URL('../../fixtures/', import.meta.url)

function readFixture<Case>(path: string): {
  readonly requirement: readonly string[]
  readonly cases: readonly Case[]
} {
  return JSON.parse(readFileSync(new URL(path, FOLDER), 'utf8')) as ReturnType<typeof readFixture<Case>>
}

interface PlanFixture {
  readonly name: string
  readonly requirement: readonly string[]
  readonly request: StampedPlanRequestInput
  readonly before?: readonly StampedPlanRequestInput[]
  readonly callerBefore?: CallerInput
  readonly caller: CallerInput
  readonly options: KernelOptionsInput
  readonly decision?: WrittenDecision
  readonly expect: {
    readonly plan?: ContextPlan
    readonly canonical?: string
    readonly digest?: string
    readonly error?: object
  }
}

const ajv = new Ajv2020({ strict: true, ownProperties: true, keywords: ['x-cmk-rules'] })
const acceptsPlan = ajv.compile(
  JSON.parse(readFileSync(new URL('../schema/context-plan.v1.json', FOLDER), 'utf8')) as object,
)

/** RFC 8785 for documents whose numbers are whole: what `JSON.stringify` writes, with sorted keys. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${sortedJson(entry)}`).join(',')}}`
}

function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`
}

/** Of an item without its counts. */
function itemDigest({ content, tokens: _, ...head }: ContextItemInput): string {
  const covered = content === undefined ? head : { ...head, contentDigest: sha256(content) }
  return sha256(`cmk/context-item/v1\n${sortedJson(covered)}`)
}

function answerTo(fixture: PlanFixture, items = fixture.request.items) {
  const { request, caller, options } = fixture
  return planContext(environmentOf(options), { ...request, items, ...previousOf(fixture) }, caller)
}

function environmentOf(options: KernelOptionsInput) {
  const environment = prepareEnvironment(portsOf(), options)
  if (environment._tag === 'Left') throw new Error(environment.left.message)
  return environment.right
}

/** The plan that was sent before, through JSON, as a host would keep it; planned behind those before it. */
function previousOf({ before = [], caller, callerBefore = caller, options, name }: PlanFixture): {
  readonly previous?: ContextPlan
} {
  let previous: { readonly previous?: ContextPlan } = {}
  for (const request of before) {
    const plan = planContext(environmentOf(options), { ...request, ...previous }, callerBefore)
    if (plan._tag === 'Left') throw new Error(`${name}: ${plan.left.message}`)
    previous = { previous: JSON.parse(canonicalOf(plan.right)) as ContextPlan }
  }
  return previous
}

function canonicalOf(value: unknown): string {
  const canonical = canonicalJson(value)
  return canonical._tag === 'Right' ? canonical.right : `no canonical text: ${canonical.left.reason}`
}

/** Some other orders of a list: reversed, and turned by a third. */
function otherOrders<A>(list: readonly A[]): readonly (readonly A[])[] {
  const third = Math.floor(list.length / 3)
  return [[...list].reverse(), [...list.slice(third), ...list.slice(0, third)]]
}

function checkPlan(fixture: PlanFixture, expected: ContextPlan): void {
  const { name, request, expect, decision } = fixture
  const answer = answerTo(fixture)
  assert.is(answer._tag, 'Right', name)
  if (answer._tag === 'Left') return
  assert.is(canonicalOf(answer.right), expect.canonical, name)
  assert.is(sortedJson(expected), expect.canonical, name)
  const { digest, ...body } = expected
  assert.is(digest, expect.digest, name)
  assert.is(sha256(`cmk/context-plan/v1\n${sortedJson(body)}`), digest, name)
  const items = new Map(request.items.map((item) => [item.itemId, item]))
  for (const selected of expected.selected) {
    assert.is(selected.digest, itemDigest(items.get(selected.itemId)!), `${name}: ${selected.itemId}`)
  }
  for (const order of otherOrders(request.items)) {
    const again = answerTo(fixture, order)
    assert.is(again._tag === 'Right' ? canonicalOf(again.right) : again.left.message, expect.canonical, name)
  }
  assert.is(decode(ContextPlan, expected)._tag, 'Right', name)
  assert.ok(acceptsPlan(expected), JSON.stringify(acceptsPlan.errors))
  assert.equal(differencesOf(decision!, expected), [], name)
  checkAccounts(fixture, expected)
  checkSealed(fixture)
}

/** The view of the sink and the totals of what fell out, added up from what the fixture says. */
function checkAccounts({ name, request, decision }: PlanFixture, plan: ContextPlan): void {
  const starts = plan.selected.flatMap(({ segment }, at) =>
    plan.selected[at - 1]?.segment === segment ? [] : [at],
  )
  const segments = starts.map((start, run) => {
    const held = plan.selected.slice(start, starts[run + 1])
    const tokens = held.reduce((sum, one) => sum + one.tokens, 0)
    return { segment: held[0]?.segment, items: held.length, tokens }
  })
  assert.equal(plan.sinkView, { segments, totalTokens: plan.totalTokens }, name)
  const raised = new Map(decision!.raised.map(([itemId, , used]) => [itemId, used]))
  const items = new Map(request.items.map((item) => [item.itemId, item]))
  for (const { reason, tokens } of plan.explanation.droppedTotals) {
    const fell = decision!.dropped.filter(([, why]) => why === reason).map(([itemId]) => itemId)
    const cost = fell.map((itemId) => raised.get(itemId) ?? items.get(itemId)!.tokens.expected)
    assert.is(
      tokens,
      cost.reduce((sum, one) => sum + one, 0),
      `${name}: ${reason}`,
    )
  }
}

/** Sealed items are planned to the same bytes. */
function checkSealed(fixture: PlanFixture): void {
  const { name, request, caller, options, expect } = fixture
  const environment = environmentOf(options)
  const sealed = sealItems(environment, { items: request.items }, caller)
  assert.is(sealed._tag, 'Right', name)
  if (sealed._tag === 'Left') return
  const given = { ...request, items: sealed.right, ...previousOf(fixture) }
  const again = planContext(environment, given, caller)
  assert.is(again._tag === 'Right' ? canonicalOf(again.right) : again.left.message, expect.canonical, name)
}

function checkRefusal(fixture: PlanFixture): void {
  const answer = answerTo(fixture)
  assert.is(answer._tag, 'Left', fixture.name)
  if (answer._tag === 'Right') return
  const { message, ...fields } = answer.left
  assert.equal(fields, fixture.expect.error, fixture.name)
  assert.ok(message.length > 0)
}

/** Every case of a subject; the file holds the cases that were written by hand, and no other. */
function checkSubject(subject: string): void {
  const { cases } = readFixture<PlanFixture>(`context/${subject}.json`)
  const written = PLAN_SUBJECTS[subject] ?? []
  assert.equal(
    cases.map(({ name, request, before, callerBefore, caller, options, decision }) => ({
      name,
      request,
      before,
      callerBefore,
      caller,
      options,
      decision,
    })),
    written.map((one) => ({
      name: one.name,
      request: one.request,
      before: one.before,
      callerBefore: one.callerBefore,
      caller: one.caller ?? CALLER,
      options: one.options ?? OPEN,
      decision: one.decision === undefined ? undefined : writtenDecision(one.decision),
    })),
    'run scripts/fixtures/seal-fixtures.ts',
  )
  assert.ok(cases.length > 2)
  for (const fixture of cases) {
    const { plan } = fixture.expect
    if (plan === undefined) checkRefusal(fixture)
    else checkPlan(fixture, plan)
  }
}

test('REQ-PLAN-241, REQ-PEER-104 and REQ-PEER-107 admission and time decide as the fixtures say', () => {
  checkSubject('admission')
})

test('REQ-PLAN-001, REQ-PLAN-013 and REQ-PEER-105 the limits of a budget decide as the fixtures say', () => {
  checkSubject('budget-limits')
})

test('REQ-PLAN-238 and REQ-PEER-100 conversation by priority is as the fixtures say', () => {
  checkSubject('by-priority')
})

test('REQ-PEER-101 and REQ-PLAN-240 ceilings and minimums decide as the fixtures say', () => {
  checkSubject('ceilings-and-minimums')
})

test('REQ-PEER-106 and REQ-PLAN-015 counts are raised, added and capped as the fixtures say', () => {
  checkSubject('counts')
})

test('REQ-PLAN-010, REQ-PLAN-244, REQ-PLAN-245, REQ-PLAN-246, REQ-PLAN-247 and REQ-PLAN-248 a plan stands to the one before it as the fixtures say', () => {
  checkSubject('epochs')
})

test('REQ-PLAN-003, REQ-PLAN-004, REQ-PLAN-005, REQ-PLAN-006, REQ-PLAN-232 and REQ-PEER-103 exchanges stand or fall as the fixtures say', () => {
  checkSubject('exchanges')
})

test('REQ-PLAN-014, REQ-SCOPE-050 and REQ-PEER-126 names and order decide as the fixtures say', () => {
  checkSubject('names-and-order')
})

test('REQ-PLAN-235 the three placements lay out every kind as the fixtures say', () => {
  checkSubject('placements')
})

test('REQ-PLAN-233 and REQ-PEER-102 marks protect as the fixtures say', () => {
  checkSubject('protection')
})

test('REQ-PLAN-242 the recovery reserve is spent as the fixtures say', () => {
  checkSubject('recovery-reserve')
})

test('REQ-PLAN-238 and REQ-PLAN-240 a budget is shared as the fixtures say', () => {
  checkSubject('soft-shares')
})

test('REQ-PLAN-007, REQ-PLAN-008, REQ-PLAN-009 and REQ-PLAN-243 supplements stand as the fixtures say', () => {
  checkSubject('supplements')
})

test('REQ-PLAN-230, REQ-PLAN-236 and REQ-PLAN-237 every fixture of planning is run, and every requirement it names is registered', () => {
  const files = readdirSync(new URL('context/', FOLDER)).sort()
  assert.equal(
    files,
    Object.keys(PLAN_SUBJECTS)
      .map((subject) => `${subject}.json`)
      .sort(),
  )
  const register = JSON.parse(readFileSync(new URL('../inventory/requirements.json', FOLDER), 'utf8')) as {
    readonly requirements: readonly { readonly id: string }[]
  }
  const known = new Set(register.requirements.map(({ id }) => id))
  for (const one of Object.values(PLAN_SUBJECTS).flat()) {
    assert.ok(one.requirement.length > 0, one.name)
    for (const id of one.requirement) assert.ok(known.has(id), `${one.name}: ${id}`)
  }
})

test('REQ-SCOPE-050 two scopes are the same exactly where the table says so, both ways round', () => {
  const { cases } = readFixture<{ a: never; b: never; same: boolean }>('labels/scopes.json')
  for (const { a, b, same } of cases) {
    assert.is(isSameScope(a, b), same, JSON.stringify([a, b]))
    assert.is(isSameScope(b, a), same, JSON.stringify([b, a]))
    assert.ok(isSameScope(a, JSON.parse(JSON.stringify(a)) as never))
  }
  assert.ok(cases.length >= 30)
})

test('REQ-PLAN-241 what is denied, and for which reason, is as the table says', () => {
  interface Case {
    readonly name: string
    readonly labels: never
    readonly expiresAt?: string
    readonly gate: never
    readonly denial: string | null
  }
  const { cases } = readFixture<Case>('labels/denials.json')
  for (const one of cases) assert.is(denialOf(one.labels, one.expiresAt, one.gate), one.denial, one.name)
  assert.ok(cases.length >= 70)
})

test('REQ-SCOPE-052 what is derived carries the labels of the table, in whatever order its parents come', () => {
  interface Case {
    readonly name: string
    readonly parents: readonly never[]
    readonly derived: object | null
  }
  const { cases } = readFixture<Case>('labels/derivations.json')
  for (const { name, parents, derived } of cases) {
    for (const order of [parents, ...otherOrders(parents)]) {
      assert.is(sortedJson(deriveLabels(order)), sortedJson(derived), name)
    }
  }
  assert.ok(cases.length >= 15)
})

test('REQ-PEER-102 no claim of trust passes its ceiling', () => {
  const { cases } = readFixture<{ claimed: never; ceiling: never; effective: string }>('labels/trust.json')
  for (const { claimed, ceiling, effective } of cases) assert.is(effectiveTrust(claimed, ceiling), effective)
  assert.is(cases.length, 25)
})

test('REQ-BASE-201 and REQ-PEER-126 the canonical text of a JSON value is the text of the table', () => {
  const { cases } = readFixture<{ json: string; canonical: string }>('canonical-json/texts.json')
  for (const { json, canonical } of cases) {
    assert.is(canonicalOf(JSON.parse(json)), canonical)
    assert.is(canonicalOf(JSON.parse(canonical)), canonical)
  }
  assert.ok(cases.length >= 25)
})

test('REQ-BASE-203 a JSON value without canonical text is refused at the pointer of the table', () => {
  const { cases } = readFixture<{ json: string; pointer: string; reason: string }>(
    'canonical-json/refusals.json',
  )
  for (const { json, pointer, reason } of cases) {
    const refused = canonicalJson(JSON.parse(json))
    assert.equal(refused, { _tag: 'Left', left: { _tag: 'NotCanonical', pointer, reason } }, json)
  }
  assert.ok(cases.length >= 10)
})

test('REQ-BASE-202 a value has the digest of the table under each domain', () => {
  const { cases } = readFixture<{ schema: string; json: string; digest: string }>(
    'canonical-json/domains.json',
  )
  const sha256Hex = (text: string) => sha256(text).slice('sha256:'.length)
  for (const { schema, json, digest } of cases) {
    assert.equal(digestOf(sha256Hex, schema, JSON.parse(json)), { _tag: 'Right', right: digest }, json)
  }
  assert.ok(cases.length >= 7)
})

test.run()
