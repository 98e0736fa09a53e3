/**
 * What text does a plan's digest cover? Its canonical JSON without `digest`, as the generated serialiser writes it;
 * the two lists that grow with the session are joined here from parts, which costs a fraction of writing each anew.
 */
import { flatText } from '../../contract/flat-text.js'
import { canonicalContextPlanBody } from '../../contract/generated/context-plan.js'
import type { ContextPlan, DroppedItem, SelectedItem } from '../../contract/context-plan.js'
import type { Seal } from '../../rules/context/seal.js'

/**
 * The canonical JSON of a plan without its digest.
 *
 * @param seals The seals of the entries of `plan.selected`, in the same order; null for items that have none.
 * @law equal to `canonicalContextPlanBody(plan)`
 */
export function writePlanBody(plan: ContextPlan, seals: readonly (Seal | null)[]): string {
  const { explanation } = plan
  const bare = canonicalContextPlanBody({
    ...plan,
    selected: [],
    explanation: { ...explanation, dropped: [] },
  })
  const droppedAt = bare.indexOf(DROPPED) + DROPPED.length
  const selectedAt = bare.indexOf(SELECTED) + SELECTED.length
  const dropped = writeDropped(explanation.dropped)
  const selected = writeSelected(plan.selected, seals)
  return (
    bare.slice(0, droppedAt) + dropped + bare.slice(droppedAt, selectedAt) + selected + bare.slice(selectedAt)
  )
}

/** How an entry about an item begins, as canonical JSON; ids and digests need no escaping. */
export function entryHead(digest: string, itemId: string): string {
  return `{"digest":"${digest}","itemId":"${itemId}","reason":"`
}

/** A quote inside a text is escaped, so each of these stands in the bare document once, as that key. */
const DROPPED = '"dropped":['
const SELECTED = '"selected":['

/** How many entries are joined before they are laid out in one piece. */
const YOUNG_ENTRIES = 64

function writeSelected(selected: ContextPlan['selected'], seals: readonly (Seal | null)[]): string {
  const tailOf = openTails((reason, segment) => `${reason}","segment":"${segment}`)
  const entries: string[] = []
  for (let index = 0; index < selected.length; index++) {
    const { digest, itemId, reason, segment, tokens } = selected[index] as SelectedItem
    const seal = seals[index] ?? null
    if (seal === null) {
      entries.push(flatText(entryHead(digest, itemId) + tailOf(reason, segment, tokens)))
      continue
    }
    const { entryHead: head, written } = seal
    if (written.reason !== reason || written.segment !== segment) {
      written.reason = reason
      written.segment = segment
      written.text = flatText(head + tailOf(reason, segment, tokens))
    }
    entries.push(written.text)
  }
  return entries.join('').slice(0, -1)
}

function writeDropped(dropped: readonly DroppedItem[]): string {
  const tailOf = openTails((ending, reason) => ending + reason)
  let text = ''
  let young = ''
  for (let index = 0; index < dropped.length; index++) {
    const { itemId, offloadable, reason, tokens } = dropped[index] as DroppedItem
    young += '{"itemId":"' + itemId + tailOf(offloadable ? OFFLOADABLE : NOT_OFFLOADABLE, reason, tokens)
    if (index % YOUNG_ENTRIES !== 0) continue
    text += flatText(young)
    young = ''
  }
  return (text + young).slice(0, -1)
}

const OFFLOADABLE = '","offloadable":true,"reason":"'
const NOT_OFFLOADABLE = '","offloadable":false,"reason":"'

/**
 * How an entry ends, up to the comma before the next. Few endings differ and neighbours share theirs, so each is
 * written once: joining two texts that exist is several times cheaper than joining six for every entry.
 */
function openTails(
  joined: (first: string, second: string) => string,
): (first: string, second: string, tokens: number) => string {
  const known = new Map<string, Map<number, string>>()
  let [lastFirst, lastSecond] = ['', '']
  let byTokens = new Map<number, string>()
  return (first, second, tokens) => {
    if (first !== lastFirst || second !== lastSecond) {
      const key = `${first} ${second}`
      byTokens = known.get(key) ?? new Map<number, string>()
      known.set(key, byTokens)
      lastFirst = first
      lastSecond = second
    }
    let tail = byTokens.get(tokens)
    if (tail === undefined)
      byTokens.set(tokens, (tail = `${joined(first, second)}","tokens":${String(tokens)}},`))
    return tail
  }
}
