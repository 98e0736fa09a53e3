/**
 * How does a person read a plan? What stands in the window, what fell out and why; ids and kinds, never a text.
 */
import pc from 'picocolors'
import type { ContextPlan, DropReason } from '../../contract/context-plan.js'
import type { ContextItem } from '../../contract/context-item.js'
import { MESSAGE_FORMATS } from '../transcripts/turn.js'
import { DROP_WORDS } from './drop-words.js'
import { counted, grouped, printable } from './printable.js'
import type { PlannedSession } from './planned-session.js'
import { problemLines } from './problem-lines.js'
import { epochLines } from './render-epoch.js'
import { reportText } from './report-text.js'
import { percentOf, textBar } from './text-bar.js'
import { textTable } from './text-table.js'

type Colours = ReturnType<typeof pc.createColors>

const BAR_CELLS = 32
const EXAMPLES_SHOWN = 3
const AWAITED_SHOWN = 3

const [FIRST_FORMAT, ...OTHER_FORMATS] = MESSAGE_FORMATS

/** The report, ending with a line break. */
export function renderPlan(planned: PlannedSession, colour: boolean): string {
  const colours = pc.createColors(colour)
  return reportText([
    headerLines(planned, colours),
    windowLines(planned.plan, colours),
    planned.flags.previous === null ? [] : epochLines(planned.plan, planned.flags.cachePrices, colours),
    awaitedLines(planned.plan, colours),
    droppedLines(planned, colours),
    trouble(planned, colours),
    moreLines(planned, colours),
  ])
}

function headerLines(planned: PlannedSession, { bold, dim }: Colours): readonly string[] {
  const { plan, transcript, flags } = planned
  const { budget, sink } = plan
  const name = flags.session === '-' ? 'standard input' : printable(flags.session)
  const run = flags.run === null ? '' : `, run ${grouped(flags.run)}`
  const size = `${counted(transcript.items.length, 'item')}`
  return [
    `${bold(name)}${run}  ${dim(`${transcript.format}, ${size}`)}`,
    `window ${grouped(budget.windowTokens)} − reserve ${grouped(budget.reservedOutputTokens)} = ` +
      `${bold(`${grouped(budget.inputTokens)} tokens of input`)}`,
    dim(
      `counter ${plan.counter}, placement ${plan.placement}, ` +
        `for ${printable(sink.sink)} (${sink.locality}, cleared for ${sink.clearance}), at ${plan.plannedFor}`,
    ),
  ]
}

function windowLines(plan: ContextPlan, { bold, cyan, dim, green, yellow }: Colours): readonly string[] {
  const budget = plan.budget.inputTokens
  const row = (
    name: string,
    tokens: number,
    cells: { readonly colour: (bar: string) => string; items: string },
  ) => [
    name,
    cells.colour(textBar(tokens, budget, BAR_CELLS)),
    cells.items,
    grouped(tokens),
    dim(percentOf(tokens, budget)),
  ]
  const segments = plan.sinkView.segments.map((view) =>
    row(view.segment, view.tokens, { colour: cyan, items: grouped(view.items) }),
  )
  const rows = [
    [bold('in the window'), '', bold('items'), bold('tokens'), ''],
    ...segments,
    row('margin', plan.totalTokens - plan.expectedTokens, { colour: yellow, items: '' }),
    row('free', budget - plan.totalTokens, { colour: green, items: '' }),
  ]
  const notes = [
    keptBecause(plan),
    'margin: kept against counting errors and for the overhead of each message',
  ]
  return [
    ...textTable(['left', 'left', 'right', 'right', 'right'], rows),
    '',
    ...notes.map((note) => `  ${dim(note)}`),
  ]
}

function keptBecause(plan: ContextPlan): string {
  const counts = new Map<string, number>()
  for (const { reason } of plan.selected) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const shown = [...counts].map(([reason, count]) => `${grouped(count)} ${reason}`)
  return `kept ${counted(plan.selected.length, 'item')}: ${shown.length === 0 ? 'none' : shown.join(', ')}`
}

function awaitedLines(plan: ContextPlan, { yellow }: Colours): readonly string[] {
  if (plan.awaiting.length === 0) return []
  const shown = plan.awaiting
    .slice(0, AWAITED_SHOWN)
    .map((call) => `${call.itemId} (${printable(call.callId)})`)
  const rest = plan.awaiting.length > AWAITED_SHOWN ? ', …' : ''
  return [`  ${yellow('awaiting')} ${counted(plan.awaiting.length, 'result')}: ${shown.join(', ')}${rest}`]
}

function droppedLines(planned: PlannedSession, { bold, dim, red }: Colours): readonly string[] {
  const { explanation } = planned.plan
  const totals = explanation.droppedTotals
  if (totals.length === 0) return [`  ${bold('fell out')}  nothing`]
  const kinds = new Map<string, string>(
    planned.transcript.items.map((item: ContextItem) => [item.itemId, item.kind]),
  )
  const examples = examplesByReason(planned.plan, kinds)
  const rows = totals.flatMap((total) => [
    [red(total.reason), grouped(total.items), grouped(total.tokens), DROP_WORDS[total.reason]],
    ...(examples.has(total.reason) ? [['', '', '', dim(examples.get(total.reason) ?? '')]] : []),
  ])
  const head = [bold('fell out'), bold('items'), bold('tokens'), '']
  const capped = explanation.droppedCapped
    ? [dim('  the totals are exact; --json names the first items only')]
    : []
  return [...textTable(['left', 'right', 'right', 'left'], [head, ...rows]), ...capped]
}

function examplesByReason(
  plan: ContextPlan,
  kinds: ReadonlyMap<string, string>,
): ReadonlyMap<DropReason, string> {
  const shown = new Map<DropReason, string[]>()
  for (const item of plan.explanation.dropped) {
    const examples = shown.get(item.reason) ?? []
    if (examples.length > EXAMPLES_SHOWN) continue
    const offload = item.offloadable ? ', a reference would fit' : ''
    examples.push(
      examples.length === EXAMPLES_SHOWN
        ? '…'
        : `${item.itemId} (${kinds.get(item.itemId) ?? '?'}${offload})`,
    )
    shown.set(item.reason, examples)
  }
  return new Map([...shown].map(([reason, examples]) => [reason, examples.join(', ')]))
}

function trouble(planned: PlannedSession, { bold, yellow }: Colours): readonly string[] {
  const lines = [...planned.notes, ...problemLines(planned.transcript)]
  if (lines.length === 0) return []
  return [`  ${bold('not read, or worth knowing')}`, ...lines.map((line) => `  ${yellow(line)}`)]
}

function moreLines(planned: PlannedSession, { dim }: Colours): readonly string[] {
  const awaiting = planned.plan.awaiting.length > 0 ? '--awaiting mark ' : ''
  return [
    dim('  --json prints the whole decision, item by item'),
    dim(
      `  ${awaiting}--messages ${FIRST_FORMAT} prints the messages to send; also ${OTHER_FORMATS.join(', ')}`,
    ),
  ]
}
