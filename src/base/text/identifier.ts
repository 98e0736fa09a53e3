/**
 * Is a text an identifier, or a word one may begin with? It makes none and folds nothing: ASCII only, compared
 * as it stands.
 */

/** The longest identifier, in characters (all ASCII). */
export const IDENTIFIER_CHARACTERS_MAX = 160

/** The longest kind, in characters: room stays for any separator and 95 further characters. */
export const ID_KIND_CHARACTERS_MAX = 64

const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9._:/-]*$/
const ID_KIND = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/**
 * Says whether a text is an identifier: `[A-Za-z0-9][A-Za-z0-9._:/-]{0,159}`.
 *
 * @since 0.1.0
 */
export function isIdentifier(text: string): boolean {
  return text.length <= IDENTIFIER_CHARACTERS_MAX && IDENTIFIER.test(text)
}

/**
 * Says whether a text may stand before a number or a random part in an identifier:
 * `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`.
 *
 * @since 0.1.0
 */
export function isIdKind(text: string): boolean {
  return text.length <= ID_KIND_CHARACTERS_MAX && ID_KIND.test(text)
}
