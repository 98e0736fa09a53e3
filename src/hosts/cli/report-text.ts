/**
 * How do the parts of a report stand under each other? Apart by an empty line; a part without lines is left out.
 */

/** The whole text, ending with a line break. */
export function reportText(parts: readonly (readonly string[])[]): string {
  const texts = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${texts.join('\n\n')}\n`
}
