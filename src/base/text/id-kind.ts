/**
 * May an identifier begin with this word? It makes none and folds nothing: ASCII only, compared as it stands.
 */

/** The longest kind, in characters: of the 160 of an identifier, room stays for any separator and 95 more. */
export const ID_KIND_CHARACTERS_MAX = 64

const ID_KIND = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/**
 * Says whether a text may stand before a number or a random part in an identifier:
 * `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`.
 *
 * @since 0.1.0
 */
export function isIdKind(text: string): boolean {
  return text.length <= ID_KIND_CHARACTERS_MAX && ID_KIND.test(text)
}
