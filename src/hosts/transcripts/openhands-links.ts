/**
 * Which observation of an OpenHands session answers which action, and who said a message? By the call's id, by `cause`,
 * or, where neither is given, by their order; it reads no text.
 */
import { openHandsEventsOf, toolCallOf, type OpenHandsEvent } from './openhands-event.js'

/** What an event is in the conversation. */
export type OpenHandsLink =
  /** State of the program, or what it tells itself: nothing a model was shown as a message. */
  | { readonly _tag: 'Silent' }
  | { readonly _tag: 'Said'; readonly role: 'system' | 'user' | 'assistant' }
  | { readonly _tag: 'Called'; readonly callId: string }
  | { readonly _tag: 'Answered'; readonly callId: string }
  /** What the person did in place of the agent, or saw of it. */
  | { readonly _tag: 'Typed' }
  /** The agent's last words: a call that nothing answers because the run is over. */
  | { readonly _tag: 'Ended' }
  | { readonly _tag: 'Summed' }

const SILENT_WORDS: ReadonlySet<string> = new Set([
  'null',
  'start',
  'pause',
  'resume',
  'stop',
  'recall',
  'change_agent_state',
  'agent_state_changed',
  'condensation_request',
  'loop_recovery',
])
const ENDING_WORDS: ReadonlySet<string> = new Set(['finish', 'reject'])
const SUMMARY_WORDS: ReadonlySet<string> = new Set(['condensation', 'condense'])

/** A session while it is linked. */
interface Linking {
  /** Of actions with an id: what they are, by that id. */
  readonly byEventId: Map<string, OpenHandsLink>
  /** Calls without an answer. */
  readonly open: Set<string>
  /** Delegations in order; a delegate's own calls stand between one and its answer. */
  readonly delegations: string[]
  /** Calls that end a run, and where their links stand. */
  readonly endings: { readonly callId: string; readonly links: OpenHandsLink[]; readonly at: number }[]
  /** The action before, where it is a call that an observation without a cause may answer. */
  before: string | null
  /** Who speaks next where an event does not say who speaks. */
  next: 'user' | 'assistant'
  /** How many events came so far; names those without an id. */
  events: number
}

/** The links of every entry, one for each of its events; none for an entry that holds no event. */
export function linksOf(entries: readonly unknown[]): readonly (readonly OpenHandsLink[])[] {
  const linking: Linking = {
    byEventId: new Map(),
    open: new Set(),
    delegations: [],
    endings: [],
    before: null,
    next: 'user',
    events: 0,
  }
  const linked = entries.map((entry) => linksOfEntry(linking, openHandsEventsOf(entry) ?? []))
  for (const { callId, links, at } of linking.endings)
    if (linking.open.has(callId)) links[at] = { _tag: 'Ended' }
  return linked
}

function linksOfEntry(linking: Linking, events: readonly OpenHandsEvent[]): readonly OpenHandsLink[] {
  const links: OpenHandsLink[] = []
  for (const event of events) {
    linking.events += 1
    const link = event._tag === 'Action' ? linkOfAction(linking, event) : linkOfObservation(linking, event)
    if (link._tag === 'Called' && ENDING_WORDS.has(event.word))
      linking.endings.push({ callId: link.callId, links, at: links.length })
    links.push(link)
  }
  return links
}

function linkOfAction(linking: Linking, event: OpenHandsEvent): OpenHandsLink {
  const link = newLinkOf(linking, event)
  const id = eventIdOf(event.raw['id'])
  if (id !== null) linking.byEventId.set(id, link)
  if (link._tag === 'Silent') return link
  linking.before = null
  if (link._tag === 'Said') linking.next = link.role === 'user' ? 'assistant' : 'user'
  if (link._tag === 'Called') {
    linking.before = link.callId
    linking.next = 'assistant'
    linking.open.add(link.callId)
    if (event.word === 'delegate') linking.delegations.push(link.callId)
  }
  return link
}

function newLinkOf(linking: Linking, event: OpenHandsEvent): OpenHandsLink {
  const { word, raw } = event
  const { source } = raw
  if (SUMMARY_WORDS.has(word)) return { _tag: 'Summed' }
  if (SILENT_WORDS.has(word)) return { _tag: 'Silent' }
  if (word === 'system') return { _tag: 'Said', role: 'system' }
  if (word === 'message') {
    if (typeof source !== 'string') return { _tag: 'Said', role: linking.next }
    return { _tag: 'Said', role: source === 'user' ? 'user' : 'assistant' }
  }
  if (source === 'user') return { _tag: 'Typed' }
  return { _tag: 'Called', callId: toolCallOf(event)?.callId ?? ownCallId(linking, event) }
}

function linkOfObservation(linking: Linking, event: OpenHandsEvent): OpenHandsLink {
  const { word, raw } = event
  if (SUMMARY_WORDS.has(word)) return { _tag: 'Summed' }
  const cause = eventIdOf(raw['cause'])
  const caused = cause === null ? undefined : linking.byEventId.get(cause)
  if (caused?._tag === 'Typed') return { _tag: 'Typed' }
  const callId = toolCallOf(event)?.callId ?? (caused?._tag === 'Called' ? caused.callId : null)
  if (SILENT_WORDS.has(word) && (callId === null || !linking.open.has(callId))) return { _tag: 'Silent' }
  const answers = callId ?? (cause === null ? callBefore(linking, word) : null)
  if (answers === null) return { _tag: 'Answered', callId: ownCallId(linking, event) }
  linking.open.delete(answers)
  if (linking.before === answers) linking.before = null
  return { _tag: 'Answered', callId: answers }
}

function callBefore({ before, delegations, open }: Linking, word: string): string | null {
  if (word !== 'delegate') return before
  let delegation = delegations.pop()
  while (delegation !== undefined && !open.has(delegation)) delegation = delegations.pop()
  return delegation ?? before
}

function ownCallId({ events }: Linking, { raw }: OpenHandsEvent): string {
  return `event-${eventIdOf(raw['id']) ?? `n${String(events)}`}`
}

/** Ids of events are numbers; some exports write them as text. */
function eventIdOf(id: unknown): string | null {
  return typeof id === 'string' || Number.isSafeInteger(id) ? String(id as string | number) : null
}
