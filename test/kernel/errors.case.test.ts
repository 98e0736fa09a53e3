/**
 * Is every refusal provoked by its fixture, with exactly the fields that are written there, and without a word of
 * what was refused?
 */
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { COUNTER_ID, EARLIER, NOW, SESSION } from '../../scripts/fixtures/fixture-item.js'
import { PORT_SECRET, portsOf, type PortBehaviours } from '../../scripts/fixtures/fixture-ports.js'
import type { ContextItemInput } from '../../src/contract/context-item.js'
import { KERNEL_ERRORS, type KernelError } from '../../src/contract/kernel-error.js'
import { DEFAULT_KERNEL_OPTIONS, type KernelOptionsInput } from '../../src/contract/kernel-options.js'
import { KernelFailure, orThrow, type Result } from '../../src/contract/result.js'
import { createKernel } from '../../src/facade/create-kernel.js'
import { resultOf } from '../../src/facade/result-of.js'
import {
  readTranscript,
  splitSessions,
  writeMessages,
  type MessageFormat,
  type Originals,
  type ReadOptions,
  type TranscriptFormat,
} from '../../src/hosts/transcripts/index.js'
import { planContext, prepareEnvironment, sealItems, type Environment } from '../../src/kernel/index.js'

const FOLDER = new URL('../../fixtures/errors/', import.meta.url)
const SECRETS = ['hunter2-do-not-repeat', PORT_SECRET]

/** What provokes a refusal: an operation, its input, and ports that misbehave by name. */
interface Provoke {
  readonly operation: string
  readonly ports?: PortBehaviours
  /** A text names options that no JSON can hold. */
  readonly options?: KernelOptionsInput | string
  readonly request?: unknown
  readonly caller?: unknown
  readonly format?: string
  readonly text?: string
  readonly items?: 'all' | 'none'
  readonly windowTokens?: number
}

interface ErrorCase {
  readonly name: string
  readonly requirement: readonly string[]
  readonly provoke: Provoke
  readonly expect: Pick<KernelError, '_tag' | 'code' | 'retry'>
}

interface ErrorFixture {
  readonly code: string
  readonly cases: readonly ErrorCase[]
}

const fixtures = readdirSync(FOLDER)
  .sort()
  .map((file) => ({
    file,
    ...(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as ErrorFixture),
  }))

const OPERATIONS: Readonly<Record<string, (provoke: Provoke) => Result<unknown>>> = {
  createKernel: ({ ports, options }) => createKernel({ ports: portsOf(ports), options: optionsOf(options) }),
  'kernel.planContext': (provoke) =>
    orThrow(createKernel({ ports: portsOf(provoke.ports) })).planContext(
      provoke.request as never,
      provoke.caller as never,
    ),
  planContext: (provoke) => resultOf(planContext(environmentOf(provoke), provoke.request, provoke.caller)),
  sealItems: (provoke) => resultOf(sealItems(environmentOf(provoke), provoke.request, provoke.caller)),
  readTranscript: ({ format, text, options }) => read(format, text, options as object),
  writeMessages: write,
}

function environmentOf({ ports }: Provoke): Environment {
  const environment = prepareEnvironment(portsOf(ports))
  if (environment._tag === 'Left') throw new Error(environment.left.message)
  return environment.right
}

/** The one share is 650,000 when it is looked at first, and no number from then on. */
function optionsOf(options: Provoke['options'] = {}): KernelOptionsInput {
  if (typeof options !== 'string') return options
  assert.is(options, 'a conversation share that is no number when it is read again')
  let looks = 0
  const softShares = new Proxy(
    { ...DEFAULT_KERNEL_OPTIONS.softShares },
    {
      getOwnPropertyDescriptor: (target, key) => {
        const property = Reflect.getOwnPropertyDescriptor(target, key)
        if (key === 'conversation') looks += 1
        return key === 'conversation' && looks > 1 ? { ...property, value: NaN } : property
      },
    },
  )
  return { softShares } as unknown as KernelOptionsInput
}

function read(format = '', text = '', options: object = {}): ReturnType<typeof readTranscript> {
  const sessions = splitSessions(text, format as TranscriptFormat)
  if (!sessions.ok) return sessions
  const ports = portsOf()
  const terms: ReadOptions = {
    scope: SESSION,
    counter: ports.tokenCounter!,
    hash: ports.hash!,
    trustCeiling: 'host',
    store: 'log',
    observedAt: EARLIER,
    ...options,
  }
  return readTranscript(
    sessions.value[0] ?? {
      format: format as TranscriptFormat,
      entries: [],
      lines: [],
      envelope: null,
      problems: [],
    },
    terms,
  )
}

const NO_ORIGINALS: Originals = { format: 'openai-chat', entries: [], turns: new Map(), envelope: null }

function write({ request, format, text, items, windowTokens = 0 }: Provoke): Result<unknown> {
  const session = text === undefined ? null : orThrow(read(format, text))
  const asked = (
    session === null ? request : { items: session.items, budget: { windowTokens }, now: NOW }
  ) as {
    readonly items: readonly ContextItemInput[]
  }
  const caller = {
    writer: 'fixture',
    trustCeiling: 'host',
    scopes: [SESSION],
    sink: { sink: 'model', locality: 'remote', clearance: 'personal' },
  }
  const plan = orThrow(resultOf(planContext(environmentOf({ operation: 'planContext' }), asked, caller)))
  const originals = session?.originals ?? NO_ORIGINALS
  return writeMessages(format as MessageFormat, {
    plan,
    items: items === 'all' ? asked.items : [],
    originals,
  })
}

function provoked({ name, provoke }: ErrorCase): KernelError {
  const operation = OPERATIONS[provoke.operation]
  assert.ok(operation, `${name}: no operation is called ${provoke.operation}`)
  const result = operation!(provoke)
  assert.not.ok(result.ok, `${name} is accepted`)
  if (result.ok) throw new Error(name)
  return result.error
}

test('REQ-CON-218 every code has a file of its own, and every file a code', () => {
  const codes = Object.values(KERNEL_ERRORS).map(({ code }) => code)
  assert.equal(fixtures.map(({ code }) => code).sort(), [...codes].sort())
  for (const { file, code } of fixtures) {
    assert.is(file, `${code.replace('CMK_', '').replaceAll('_', '-').toLowerCase()}.json`)
  }
})

for (const { code, cases } of fixtures) {
  test(`REQ-CON-218 ${code} is provoked by each of its cases, with the fields that are written there`, () => {
    assert.ok(cases.length > 0)
    for (const one of cases) {
      const { message, ...fields } = provoked(one)
      assert.equal(fields, one.expect, one.name)
      assert.is(fields.code, code, one.name)
      assert.equal(KERNEL_ERRORS[fields._tag], { code, retry: fields.retry }, one.name)
      assert.type(message, 'string')
      assert.ok(message.length > 0, one.name)
    }
  })
}

test('REQ-SCOPE-055 and REQ-CON-213 no refusal repeats what was refused or what a port said', () => {
  let planted = 0
  for (const one of fixtures.flatMap(({ cases }) => cases)) {
    const text = JSON.stringify(provoked(one))
    for (const secret of SECRETS) assert.not.ok(text.includes(secret), `${one.name}: ${text}`)
    planted += JSON.stringify(one.provoke).includes('hunter2') ? 1 : 0
  }
  assert.ok(planted >= 30, `only ${String(planted)} cases hold something that must not be repeated`)
})

test('REQ-PORT-224 and REQ-PORT-225 a refusal can be thrown and keeps its code, message and fields', () => {
  for (const one of fixtures.flatMap(({ cases }) => cases)) {
    const error = provoked(one)
    assert.throws(
      () => orThrow({ ok: false, error }),
      (thrown: unknown) =>
        thrown instanceof KernelFailure &&
        thrown.code === error.code &&
        thrown.message === error.message &&
        thrown.error === error,
    )
  }
})

test('REQ-CON-218 the ports of the fixtures are sound where no case asks otherwise', () => {
  const ports = portsOf()
  assert.is(ports.tokenCounter?.manifest.id, COUNTER_ID)
  assert.equal(ports.tokenCounter?.jointSafe({ expectedSum: 1, safeSum: 7, safeMax: 5, items: 2 }), {
    ok: true,
    value: 7,
  })
  assert.equal(ports.clock?.now(), { ok: true, value: NOW })
  assert.throws(() => portsOf({ hash: 'nobody knows' }))
})

test.run()
