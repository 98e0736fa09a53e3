/**
 * How does `cmk tokens` go? Flags → text → counters → counts → a table or JSON; each step may refuse.
 */
import { nodeHash } from '../../adapters/node/hash.js'
import { exactCounter } from '../../adapters/tokens-exact/index.js'
import { ok } from '../../contract/result.js'
import type { Result } from '../../contract/result.js'
import type { CliIo } from './cli-io.js'
import type { CliRefusal } from './cli-refusal.js'
import { countFile } from './count-file.js'
import { findCounters, type LoadExact } from './counters.js'
import { parseTokensFlags } from './parse-tokens-flags.js'
import { readAnyText } from './read-text.js'
import type { Rendered } from './render-output.js'
import { renderTokens, tokensJson } from './render-tokens.js'

/** Counts a file; the texts for both outlets, or the lines of the refusal. */
export async function tokensCommand(
  argv: readonly string[],
  io: CliIo,
  loadExact: LoadExact = (encoding) => exactCounter({ encoding }),
): Promise<Result<Rendered, CliRefusal>> {
  const flags = parseTokensFlags(argv)
  if (!flags.ok) return flags
  const decoded = await readAnyText(flags.value.file, io, 'file')
  if (!decoded.ok) return decoded
  const found = await findCounters(flags.value.counter, loadExact)
  if (!found.ok) return found
  const { text, bytes, notes } = decoded.value
  const counted = countFile(text, {
    flags: flags.value,
    bytes,
    counters: found.value.counters,
    hash: nodeHash(),
    heapBytes: io.heapBytes,
  })
  if (!counted.ok) return counted
  const report = { flags: flags.value, counted: counted.value, ...found.value }
  const stdout = flags.value.json ? tokensJson(report) : renderTokens(report, io.colour)
  return ok({ stdout, stderrLines: notes })
}
