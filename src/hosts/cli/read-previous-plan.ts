/**
 * Which plan was sent before? Reads a plan that `cmk plan --json` printed, or says where the file stops being one.
 */
import { ContextPlan } from '../../contract/context-plan.js'
import { decodeDocument } from '../../contract/decode-document.js'
import { failed, type Result } from '../../contract/result.js'
import type { CliIo } from './cli-io.js'
import { refuseWith, type CliRefusal } from './cli-refusal.js'
import { readText } from './read-text.js'
import { refuseAs } from './refusal-lines.js'

const HINT = '--previous takes a plan that `cmk plan --json` printed'

/** The plan in a file, or of standard input for `-`. */
export async function readPreviousPlan(
  path: string,
  io: Pick<CliIo, 'readBytes' | 'heapBytes'>,
): Promise<Result<ContextPlan, CliRefusal>> {
  const read = await readText(path, io, 'plan before')
  if (!read.ok) return failed({ ...read.error, lines: [...read.error.lines, HINT] })
  const parsed = parseJson(read.value.text)
  if (parsed === null) return refuseWith('the plan before is no JSON', HINT)
  const plan = decodeDocument(ContextPlan, parsed.value)
  return plan.ok ? plan : refuseAs(plan.error, HINT)
}

/** The message of the engine is not shown: it quotes the file. */
function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}
