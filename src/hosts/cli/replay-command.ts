/**
 * How does `cmk replay` go? Flags → text → items, sealed once → a plan at every call of the model → a table or JSON;
 * each step may refuse.
 */
import { nodeHash } from '../../adapters/node/hash.js'
import { referenceClock } from '../../adapters/reference/clock.js'
import { featureCounter } from '../../adapters/tokens/feature-counter.js'
import type { CallerInput } from '../../contract/caller.js'
import { ok, type Result } from '../../contract/result.js'
import { createKernel, type KernelConfiguration } from '../../facade/create-kernel.js'
import type { CliIo } from './cli-io.js'
import { refuseWith, type CliRefusal } from './cli-refusal.js'
import { parseReplayFlags, type ReplayFlags } from './parse-replay-flags.js'
import { problemLines } from './problem-lines.js'
import { NO_TIME, readSession, type ReadSession } from './read-session.js'
import { readText } from './read-text.js'
import { refuseAs } from './refusal-lines.js'
import type { Rendered } from './render-output.js'
import { renderReplay, replayJson, type ReplayReport } from './render-replay.js'
import { replaySession, type ReplayedRequest } from './replay-session.js'
import { summaryOf } from './replay-summary.js'

/** Replays a session; the texts for both outlets, or the lines of the refusal. */
export async function replayCommand(
  argv: readonly string[],
  io: CliIo,
): Promise<Result<Rendered, CliRefusal>> {
  const flags = parseReplayFlags(argv)
  if (!flags.ok) return flags
  const text = await readText(flags.value.session, io)
  if (!text.ok) return text
  const report = replayText(text.value.text, flags.value, io.heapBytes)
  if (!report.ok) return report
  const { transcript } = report.value
  const { json } = flags.value
  const stdout = json ? replayJson(report.value) : renderReplay(report.value, io.colour)
  const problems = json ? problemLines(transcript, Number.MAX_SAFE_INTEGER) : problemLines(transcript)
  return ok({ stdout, stderrLines: [...text.value.notes, ...problems] })
}

/** Nothing that is shown depends on a time, and a session has nothing that expires. */
function replayText(text: string, flags: ReplayFlags, heapBytes: number): Result<ReplayReport, CliRefusal> {
  const ports = { hash: nodeHash(), clock: referenceClock({ at: NO_TIME }), tokenCounter: featureCounter() }
  const { session: path, format, run } = flags
  const choice = { path, format, run, heapBytes }
  const read = readSession(text, choice, { hash: ports.hash, counter: ports.tokenCounter })
  if (!read.ok) return read
  const requests = requestsOf(read.value, flags, ports)
  if (!requests.ok) return requests
  if (requests.value.length === 0) return refuseWith('the session holds no call of the model to replay')
  return ok({
    flags,
    transcript: read.value.transcript,
    counter: ports.tokenCounter.manifest.id,
    requests: requests.value,
    summary: summaryOf(requests.value, flags.cachePrices),
  })
}

function requestsOf(
  { transcript, scope }: ReadSession,
  flags: ReplayFlags,
  ports: NonNullable<KernelConfiguration['ports']>,
): Result<readonly ReplayedRequest[], CliRefusal> {
  const kernel = createKernel({ ports })
  if (!kernel.ok) return refuseAs(kernel.error)
  const caller: CallerInput = {
    writer: 'cli',
    trustCeiling: 'host',
    scopes: [scope],
    sink: { sink: 'model', locality: 'remote', clearance: 'internal' },
  }
  const sealed = kernel.value.sealItems({ items: transcript.items }, caller)
  if (!sealed.ok) return refuseAs(sealed.error)
  const { windowTokens, reservedOutputTokens, placement, cachePrices } = flags
  const terms = {
    budget: { windowTokens, reservedOutputTokens },
    placement,
    cachePrices,
    limit: flags.limit ?? Infinity,
  }
  const requests = replaySession(sealed.value, terms, (request) => kernel.value.planContext(request, caller))
  return requests.ok ? requests : refuseAs(requests.error)
}
