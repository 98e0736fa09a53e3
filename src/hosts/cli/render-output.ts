/**
 * Which of the three outputs was asked for? A table, the plan, or the messages; and what goes to standard error.
 */
import { ok } from '../../contract/result.js'
import type { Result } from '../../contract/result.js'
import { writeMessages } from '../transcripts/index.js'
import type { WrittenMessages } from '../transcripts/index.js'
import type { CliRefusal } from './cli-refusal.js'
import type { PlanOutput } from './parse-plan-flags.js'
import type { PlannedSession } from './planned-session.js'
import { problemLines } from './problem-lines.js'
import { counted, grouped } from './printable.js'
import { refuseAs } from './refusal-lines.js'
import { renderPlan } from './render-plan.js'
import { sortedJson } from './sorted-json.js'

/** What goes to which outlet. */
export interface Rendered {
  readonly stdout: string
  readonly stderrLines: readonly string[]
}

const OMITTED_SHOWN = 5

/** Who asks for the whole decision gets every line that could not be read. */
const ALL = Number.MAX_SAFE_INTEGER

/** Renders a planned session as its flags ask. */
export function renderOutput(planned: PlannedSession, colour: boolean): Result<Rendered, CliRefusal> {
  const { output } = planned.flags
  switch (output._tag) {
    case 'Table':
      return ok({ stdout: renderPlan(planned, colour), stderrLines: [] })
    case 'Json':
      return ok({ stdout: sortedJson(planned.plan), stderrLines: asideLines(planned, ALL) })
    case 'Messages':
      return renderMessages(planned, output)
  }
}

type MessagesOutput = Extract<PlanOutput, { _tag: 'Messages' }>

function renderMessages(planned: PlannedSession, output: MessagesOutput): Result<Rendered, CliRefusal> {
  const { plan, transcript } = planned
  const { items, originals } = transcript
  const written = writeMessages(output.format, { plan, items, originals, awaiting: output.awaiting })
  if (!written.ok) return refuseAs(written.error)
  const stdout = `${JSON.stringify(written.value.payload, null, 2)}\n`
  return ok({ stdout, stderrLines: [...asideLines(planned), ...omittedLines(written.value)] })
}

function asideLines(planned: PlannedSession, problemsShown?: number): readonly string[] {
  return [...planned.notes, ...problemLines(planned.transcript, problemsShown)]
}

function omittedLines(written: WrittenMessages): readonly string[] {
  const shown = written.omitted.slice(0, OMITTED_SHOWN)
  const lines = shown.map(({ itemId, why }) =>
    why === 'empty'
      ? `item ${itemId} was not written: ${why}`
      : `item ${itemId} was not written as it is: ${why}`,
  )
  const rest = written.omitted.length - shown.length
  return rest > 0
    ? [...lines, `and ${grouped(rest)} more of ${counted(written.omitted.length, 'item')}`]
    : lines
}
