/**
 * Is a text white space only, and where does white space at its end begin? Decided for what JavaScript and Python each
 * call white space, because a provider may mean either.
 */

/** What a text must contain one of; the second range is white space to Python only. */
const VISIBLE = /[^\s\u001c-\u001f\u0085]/

export function isBlank(text: string): boolean {
  return !VISIBLE.test(text)
}

/** The length without white space at the end; looks at the end only, whatever lies before. */
export function trimmedLength(text: string): number {
  let length = text.length
  while (length > 0 && isBlank(text.charAt(length - 1))) length -= 1
  return length
}
