/**
 * How does the kernel say no? One tagged union; codes are wire contract for a major version, messages are not.
 * A message carries ids, pointers, counts and digests, never memory text or a refused value.
 */
import type { TokenSum } from './scalars.js'

/**
 * Whether the same call can succeed: never, later as it stands, or after the host has put something right.
 *
 * @since 0.1.0
 */
export type Retry = 'never' | 'later' | 'after-fix'

interface Refusal<Tag extends string, Code extends string, R extends Retry> {
  readonly _tag: Tag
  readonly code: Code
  readonly retry: R
  readonly message: string
}

/** One field that was refused: where it stands and what was expected there. @since 0.1.0 */
export interface Issue {
  /** RFC 6901. Parts that are no known field or index are shown as `?`. */
  readonly pointer: string
  /** The name of the expected shape, `unknown-key`, `missing-key`, or the id of a rule. */
  readonly expected: string
}

/** A document has the wrong shape or breaks a rule; nothing of it was taken. @since 0.1.0 */
export interface DocumentRefused extends Refusal<'DocumentRefused', 'CMK_DOCUMENT_REFUSED', 'after-fix'> {
  readonly document: string
  /** The first issues, at most 16. */
  readonly issues: readonly Issue[]
}

/** A document of a later version than this library reads; it is refused whole. @since 0.1.0 */
export interface DocumentNewer extends Refusal<'DocumentNewer', 'CMK_DOCUMENT_NEWER', 'never'> {
  readonly document: string
  readonly supported: number
}

/**
 * The reserves of a budget pass the window, or the recovery reserve passes what they leave of it.
 *
 * @since 0.1.0
 */
export interface BudgetInvalid extends Refusal<'BudgetInvalid', 'CMK_BUDGET_INVALID', 'after-fix'> {
  /** Of the field at fault in the request; where two reserves pass the window together, of the larger. */
  readonly pointer: string
}

/** A protected item and what it would cost. @since 0.1.0 */
export interface ProtectedItem {
  readonly itemId: string
  readonly reason: string
  readonly safeTokens: number
}

/**
 * What has to stand in the plan costs more than the input budget. Planning at the smallest window named succeeds; with
 * one token less it is refused again.
 *
 * @since 0.1.0
 */
export interface ProtectedOverBudget extends Refusal<
  'ProtectedOverBudget',
  'CMK_PROTECTED_OVER_BUDGET',
  'after-fix'
> {
  /** Every protected item, in order of id. */
  readonly items: readonly ProtectedItem[]
  readonly inputBudgetTokens: number
  /** The smallest input budget, in tokens, that would do. */
  readonly smallestInputTokens: TokenSum
  /** The smallest window, in tokens, that would do with the same reserves. */
  readonly smallestWindowTokens: TokenSum
}

/**
 * What has to stand in the plan costs more than the hard ceiling of one partition; of several the one filled first.
 *
 * @since 0.1.0
 */
export interface ProtectedOverCeiling extends Refusal<
  'ProtectedOverCeiling',
  'CMK_PROTECTED_OVER_CEILING',
  'after-fix'
> {
  readonly partition: string
  readonly items: readonly ProtectedItem[]
  readonly ceilingTokens: number
  /** The smallest ceiling, in tokens, that would do. */
  readonly smallestCeilingTokens: TokenSum
}

/**
 * What has to stand in the plan may not be shown to this caller at this sink. A request can ask to `drop` it instead.
 *
 * @since 0.1.0
 */
export interface ProtectedNotAdmitted extends Refusal<
  'ProtectedNotAdmitted',
  'CMK_PROTECTED_NOT_ADMITTED',
  'after-fix'
> {
  /** Every protected item that is not admitted, with the reason, in order of id. */
  readonly items: readonly { readonly itemId: string; readonly reason: string }[]
}

/** An operation needs ports that were not handed over; all of them are named. @since 0.1.0 */
export interface PortMissing extends Refusal<'PortMissing', 'CMK_PORT_MISSING', 'after-fix'> {
  readonly operation: string
  readonly ports: readonly string[]
}

/** A port answered an error, threw, or answered something it must not answer. @since 0.1.0 */
export interface PortFailed extends Refusal<'PortFailed', 'CMK_PORT_FAILED', 'later'> {
  readonly port: string
  readonly method: string
  /** The port's own code, or `threw`, `rejected`, `malformed-reply`. */
  readonly reason: string
}

/** A file or an option is not what its format says; no item was read. @since 0.1.0 */
export interface TranscriptRefused extends Refusal<
  'TranscriptRefused',
  'CMK_TRANSCRIPT_REFUSED',
  'after-fix'
> {
  readonly format: string
  readonly pointer: string
  readonly expected: string
}

/** A plan cannot be written so that the provider would take it; nothing was written. @since 0.1.0 */
export interface MessagesRefused extends Refusal<'MessagesRefused', 'CMK_MESSAGES_REFUSED', 'after-fix'> {
  readonly format: string
  /** The provider rule that the messages would break. */
  readonly rule: string
  readonly itemIds: readonly string[]
}

/** Every refusal the kernel and its hosts make. @since 0.1.0 */
export type KernelError =
  | DocumentRefused
  | DocumentNewer
  | BudgetInvalid
  | ProtectedOverBudget
  | ProtectedOverCeiling
  | ProtectedNotAdmitted
  | PortMissing
  | PortFailed
  | TranscriptRefused
  | MessagesRefused

type Register = {
  readonly [K in KernelError as K['_tag']]: { readonly code: K['code']; readonly retry: K['retry'] }
}

/** Code and retry of every tag; the register in `inventory/errors.json` says the same. @since 0.1.0 */
export const KERNEL_ERRORS: Register = {
  DocumentRefused: { code: 'CMK_DOCUMENT_REFUSED', retry: 'after-fix' },
  DocumentNewer: { code: 'CMK_DOCUMENT_NEWER', retry: 'never' },
  BudgetInvalid: { code: 'CMK_BUDGET_INVALID', retry: 'after-fix' },
  ProtectedOverBudget: { code: 'CMK_PROTECTED_OVER_BUDGET', retry: 'after-fix' },
  ProtectedOverCeiling: { code: 'CMK_PROTECTED_OVER_CEILING', retry: 'after-fix' },
  ProtectedNotAdmitted: { code: 'CMK_PROTECTED_NOT_ADMITTED', retry: 'after-fix' },
  PortMissing: { code: 'CMK_PORT_MISSING', retry: 'after-fix' },
  PortFailed: { code: 'CMK_PORT_FAILED', retry: 'later' },
  TranscriptRefused: { code: 'CMK_TRANSCRIPT_REFUSED', retry: 'after-fix' },
  MessagesRefused: { code: 'CMK_MESSAGES_REFUSED', retry: 'after-fix' },
}

type Tag = KernelError['_tag']
type FieldsOf<T extends Tag> = Omit<Extract<KernelError, { _tag: T }>, '_tag' | 'code' | 'retry'>

/** Builds a refusal: code and retry follow from the tag. */
export function refuse<T extends Tag>(tag: T, fields: FieldsOf<T>): Extract<KernelError, { _tag: T }> {
  return { _tag: tag, ...KERNEL_ERRORS[tag], ...fields } as unknown as Extract<KernelError, { _tag: T }>
}
