/**
 * How does a text that is grown piece by piece become one piece of memory? It changes no text; it is what makes
 * writing a long list linear in practice.
 */

/**
 * The same text. Engines keep a long concatenation as a tree of its pieces; reading one unit of it lays the tree
 * out, which costs less than half while the pieces are young than once at the end.
 */
export function flatText(text: string): string {
  return text.charCodeAt(0) >= 0 ? text : ''
}
