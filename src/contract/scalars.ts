/**
 * Which scalars do documents share, and what are their bounds?
 */
import type { Brand } from '../base/brand.js'
import type { Digest as DigestText } from '../base/digest.js'
import { TOKEN_COUNT_MAX } from '../base/tokens/estimate.js'
import { integer, text } from './primitives.js'

/** An id the kernel or a host made: `[A-Za-z0-9][A-Za-z0-9._:/-]{0,159}`. @since 0.1.0 */
export type Identifier = Brand<string, 'Identifier'>
/** 1 to 160 characters, ASCII: a letter or digit, then also `.`, `_`, `:`, `/`, `-`. @since 0.1.0 */
export const Identifier = text<Identifier>('Identifier', {
  min: 1,
  max: 160,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._:/\\-]{0,159}$',
})

/**
 * An id from outside: any well-formed text of 0 to 512 code points, compared and never parsed.
 *
 * @since 0.1.0
 */
export type ExternalId = Brand<string, 'ExternalId'>
/** 0 to 512 code points, well-formed; compared as it stands. @since 0.1.0 */
export const ExternalId = text<ExternalId>('ExternalId', { max: 512 })

/** `sha256:` and 64 lower-case hexadecimal digits. @since 0.1.0 */
export type Digest = DigestText
/** 71 characters: `sha256:` and 64 lower-case hexadecimal digits. @since 0.1.0 */
export const Digest = text<Digest>('Digest', { min: 71, max: 71, pattern: '^sha256:[0-9a-f]{64}$' })

const ANY_YEAR = '(?:19[7-9]\\d|[2-9]\\d{3})'
const LEAP_YEAR =
  '(?:19(?:7[26]|8[048]|9[26])|[2-9]\\d(?:0[48]|[2468][048]|[13579][26])|(?:[2468][048]|[3579][26])00)'
const LONG_MONTH = '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])'
const SHORT_MONTH = '(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)'
const FEBRUARY = '02-(?:0[1-9]|1\\d|2[0-8])'
const TIME_OF_DAY = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z'

/** `YYYY-MM-DDTHH:mm:ss.sssZ`, a real date of 1970 to 9999; code-unit order is time order. @since 0.1.0 */
export type Instant = Brand<string, 'Instant'>
/** 24 characters, UTC, to the millisecond; no other spelling of a date is taken. @since 0.1.0 */
export const Instant = text<Instant>('Instant', {
  min: 24,
  max: 24,
  pattern: `^(?:${ANY_YEAR}-(?:${LONG_MONTH}|${SHORT_MONTH}|${FEBRUARY})|${LEAP_YEAR}-02-29)T${TIME_OF_DAY}$`,
})

/**
 * The largest token count a document states; a larger count saturates and so never fits a window.
 *
 * @since 0.1.0
 */
export { TOKEN_COUNT_MAX }

/** A count of tokens, 0 to 16,777,216. @since 0.1.0 */
export type TokenCount = Brand<number, 'TokenCount'>
/** A whole number from 0 to 16,777,216. @since 0.1.0 */
export const TokenCount = integer<TokenCount>('TokenCount', 0, TOKEN_COUNT_MAX)

/** A sum of token counts, in tokens; sums may pass the bound of a single count. @since 0.1.0 */
export type TokenSum = Brand<number, 'TokenSum'>
/** A whole number from 0 to 9,007,199,254,740,991. @since 0.1.0 */
export const TokenSum = integer<TokenSum>('TokenSum', 0, 9_007_199_254_740_991)

/**
 * How many items a list of a session may have; a session past any smaller limit can still be planned.
 *
 * @since 0.1.0
 */
export const ITEMS_MAX = 16_777_216

/** A number of things in a list. @since 0.1.0 */
export type Count = Brand<number, 'Count'>
/** A whole number from 0 to 16,777,216. @since 0.1.0 */
export const Count = integer<Count>('Count', 0, ITEMS_MAX)

/** A short word a host chose: a store, a sink, an origin. 1 to 160 code points. @since 0.1.0 */
export type Name = Brand<string, 'Name'>
/** 1 to 160 code points, well-formed; compared as it stands. @since 0.1.0 */
export const Name = text<Name>('Name', { min: 1, max: 160 })
