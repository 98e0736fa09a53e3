/**
 * What does a plan remember for the plan after it? Where its tail begins, how fast the session grows, what of it a
 * provider's cache still holds, and what broke the rest; numbers and ids only, never a text.
 */
import { field, sealed } from './sealed.js'
import { integer, list, oneOf } from './primitives.js'
import { Segment } from './partition.js'
import { Count, Digest, Identifier, ITEMS_MAX, TokenSum } from './scalars.js'
import type { Plain, TypeOf } from './type-of.js'

/** A price in thousandths of what an input token costs that is neither read from a cache nor written to one. */
const PriceThousandths = integer('PriceThousandths', 0, 100_000)

/**
 * What a provider charges for cached input, in thousandths of the price of an uncached input token. Anthropic's
 * five-minute cache is 100 and 1,250; a provider that writes its cache without charge has 1,000 for the write.
 *
 * @since 0.1.0
 */
export const CachePrices = sealed({
  name: 'CachePrices',
  description: 'What cached input costs, in thousandths of the price of an uncached input token.',
  required: {
    readThousandths: field(PriceThousandths, 'A token read from the cache.'),
    writeThousandths: field(PriceThousandths, 'A token that is sent anew and written to the cache.'),
  },
})
/** What a provider charges for cached input. @since 0.1.0 */
export type CachePrices = TypeOf<typeof CachePrices>
/** Cache prices as a host writes them. @since 0.1.0 */
export type CachePricesInput = Plain<CachePrices>

/**
 * Why a plan does not begin with the whole plan before it.
 *
 * - `cut`: the conversation outgrew its room and was cut to its low-water mark.
 * - `supplement_withdrawn`: to leave a supplement where it was sent would have cost more than it saved.
 * - `supplement_displaced`: supplements of earlier messages left their room to what is new for the newest one.
 * - `instructions_changed`, `standing_changed`, `summary_changed`, `supplement_changed`, `conversation_changed`: an item
 *   that was sent is gone or differs, or another stands before one that was sent; the word says what kind of item.
 * - `not_admitted`: an item that was sent may no longer be shown.
 * - `placement_changed`, `sink_changed`: the plan before was laid out otherwise, or sent elsewhere.
 *
 * @since 0.1.0
 */
export const BREAK_CAUSES = [
  'cut',
  'supplement_withdrawn',
  'supplement_displaced',
  'instructions_changed',
  'standing_changed',
  'summary_changed',
  'supplement_changed',
  'conversation_changed',
  'not_admitted',
  'placement_changed',
  'sink_changed',
] as const
/** One word of {@link BREAK_CAUSES}. @since 0.1.0 */
export const BreakCause = oneOf('BreakCause', BREAK_CAUSES)
/** One word of {@link BREAK_CAUSES}. @since 0.1.0 */
export type BreakCause = TypeOf<typeof BreakCause>

/** Where the plan leaves what was sent before, why, and what that costs, in expected tokens. @since 0.1.0 */
export const PrefixBreak = sealed({
  name: 'PrefixBreak',
  description: 'Why the plan does not begin with the whole plan before it, and what that costs.',
  required: {
    cause: field(BreakCause, 'Why.'),
    itemId: field(Identifier, 'The first item of the plan before that is not where it was.'),
    costTokens: field(TokenSum, 'What was sent before and has to be sent anew, in expected tokens.'),
  },
})
/** Where the plan leaves what was sent before, why, and what that costs. @since 0.1.0 */
export type PrefixBreak = TypeOf<typeof PrefixBreak>

/**
 * The plan up to the end of one of its segments. The digest names everything from the start of the plan: two plans that
 * share it have the same items, with the same contents, up to here.
 *
 * @since 0.1.0
 */
export const SegmentPrefix = sealed({
  name: 'SegmentPrefix',
  description: 'The plan from its start to the end of one segment.',
  required: {
    segment: field(Segment, 'The segment it ends with.'),
    items: field(Count, 'How many items there are up to here.'),
    tokens: field(TokenSum, 'Their expected tokens.'),
    digest: field(Digest, 'The digest of the chain of their digests.'),
  },
})
/** The plan from its start to the end of one segment. @since 0.1.0 */
export type SegmentPrefix = TypeOf<typeof SegmentPrefix>

/**
 * What was saved against a plain sliding tail since cache prices are given, and what that tail looked like last: the
 * account by which a kernel knows what it can afford.
 *
 * @since 0.1.0
 */
export const CacheAccount = sealed({
  name: 'CacheAccount',
  description: 'What was saved against a plain sliding tail, and how that tail stood last.',
  required: {
    savedThousandths: field(TokenSum, 'What was saved, in thousandths of an uncached input token.'),
    supplements: field(
      list('PlainSupplements', Identifier, { min: 0, max: ITEMS_MAX }),
      'The supplements of the plain tail, in order.',
    ),
  },
  optional: {
    tailFrom: field(
      Identifier,
      'The oldest item the plain tail reaches, or the newest it has no room for; absent where it leaves nothing out.',
    ),
  },
})
/** What was saved against a plain sliding tail, and how that tail stood last. @since 0.1.0 */
export type CacheAccount = TypeOf<typeof CacheAccount>

/**
 * Between two cuts a plan only appends; the stretch is an epoch. The next plan starts from what stands here.
 *
 * @since 0.1.0
 */
export const Epoch = sealed({
  name: 'Epoch',
  description: 'Which stretch between two cuts the plan belongs to, and how fast the session grows.',
  required: {
    number: field(Count, 'From 1; each cut raises it by one.'),
    requests: field(Count, 'How many requests the growth was observed over; both are halved now and then.'),
    grownTokens: field(TokenSum, 'How many tokens of conversation these requests appended.'),
  },
  optional: {
    tailFrom: field(
      Identifier,
      'The item the tail begins with, or the newest that had no room where the tail is empty; absent where nothing ' +
        'was left out for room.',
    ),
    account: field(CacheAccount, 'Present where cache prices were given.'),
  },
})
/** Which stretch between two cuts a plan belongs to. @since 0.1.0 */
export type Epoch = TypeOf<typeof Epoch>
