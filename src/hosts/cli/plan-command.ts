/**
 * How does `cmk plan` go? Flags → bytes → text → items → plan → one of three outputs; each step may refuse.
 */
import { createKernel } from '../../facade/create-kernel.js'
import { referenceClock } from '../../adapters/reference/clock.js'
import { nodeHash } from '../../adapters/node/hash.js'
import { featureCounter } from '../../adapters/tokens/feature-counter.js'
import type { CallerInput } from '../../contract/caller.js'
import type { ContextPlan } from '../../contract/context-plan.js'
import type { PlanRequestInput } from '../../contract/plan-request.js'
import { ok } from '../../contract/result.js'
import type { Result } from '../../contract/result.js'
import { Instant } from '../../contract/scalars.js'
import type { ClockPort } from '../../ports/clock.js'
import type { CliIo } from './cli-io.js'
import { refuseWith } from './cli-refusal.js'
import type { CliRefusal } from './cli-refusal.js'
import { parsePlanFlags } from './parse-plan-flags.js'
import type { PlanFlags } from './parse-plan-flags.js'
import type { PlannedSession } from './planned-session.js'
import { readPreviousPlan } from './read-previous-plan.js'
import { readSession } from './read-session.js'
import type { ReadSession } from './read-session.js'
import { readText } from './read-text.js'
import { refuseAs } from './refusal-lines.js'
import { renderOutput } from './render-output.js'
import type { Rendered } from './render-output.js'

/** Plans a session; the texts for both outlets, or the lines of the refusal. */
export async function planCommand(argv: readonly string[], io: CliIo): Promise<Result<Rendered, CliRefusal>> {
  const flags = parsePlanFlags(argv)
  if (!flags.ok) return flags
  const session = await readText(flags.value.session, io)
  if (!session.ok) return session
  const previous = await previousPlan(flags.value, io)
  if (!previous.ok) return previous
  const clock = flags.value.at === null ? await io.clock() : referenceClock({ at: flags.value.at })
  const around = { clock, heapBytes: io.heapBytes, previous: previous.value }
  const planned = planSession(session.value.text, flags.value, around)
  if (!planned.ok) return planned
  return renderOutput({ ...planned.value, notes: session.value.notes }, io.colour)
}

async function previousPlan(
  { previous }: PlanFlags,
  io: CliIo,
): Promise<Result<ContextPlan | null, CliRefusal>> {
  return previous === null ? ok(null) : await readPreviousPlan(previous, io)
}

type PlannedText = Omit<PlannedSession, 'notes'>

interface Surroundings {
  readonly clock: ClockPort
  readonly heapBytes: number
  readonly previous: ContextPlan | null
}

function planSession(text: string, flags: PlanFlags, around: Surroundings): Result<PlannedText, CliRefusal> {
  const { clock, heapBytes } = around
  const ports = { hash: nodeHash(), clock, tokenCounter: featureCounter() }
  const now = clock.now()
  if (!now.ok || !Instant.is(now.value))
    return refuseWith('the clock of this machine gives no time; give one with --at')
  const { session: path, format, run } = flags
  const choice = { path, format, run, heapBytes }
  const read = readSession(text, choice, { hash: ports.hash, counter: ports.tokenCounter })
  if (!read.ok) return read
  const kernel = createKernel({ ports })
  if (!kernel.ok) return refuseAs(kernel.error)
  const request = requestFor(flags, read.value, around.previous)
  const plan = kernel.value.planContext(request, callerFor(flags, read.value))
  return plan.ok ? ok({ ...read.value, flags, plan: plan.value }) : refuseAs(plan.error)
}

function requestFor(flags: PlanFlags, session: ReadSession, previous: ContextPlan | null): PlanRequestInput {
  return {
    items: session.transcript.items,
    budget: { windowTokens: flags.windowTokens, reservedOutputTokens: flags.reservedOutputTokens },
    placement: flags.placement,
    ...(previous === null ? null : { previous }),
    ...(flags.cachePrices === null ? null : { cachePrices: flags.cachePrices }),
  }
}

/** The person at the terminal owns the file, so the ceiling is host; what may leave the machine is narrower. */
function callerFor(flags: PlanFlags, session: ReadSession): CallerInput {
  return {
    writer: 'cli',
    trustCeiling: 'host',
    scopes: [session.scope],
    sink: flags.local
      ? { sink: flags.sink, locality: 'local', clearance: 'restricted' }
      : { sink: flags.sink, locality: 'remote', clearance: 'internal' },
  }
}
