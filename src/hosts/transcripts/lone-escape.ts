/**
 * Does a JSON text hold a string that is no well-formed text? Such a text looks sound until it is parsed.
 */

/**
 * Says whether a value in the text has a lone surrogate: `"\ud83d"` has one, `"\ud83d\ude00"` and `"\\ud83d"` have
 * none. A text that is no JSON has no values, hence none.
 */
export function hasLoneEscape(json: string): boolean {
  if (!json.includes('\\ud') && !json.includes('\\uD')) return false
  try {
    // Written back, pairs are characters, and only lone surrogates are still escaped.
    return hasSurrogateEscape(JSON.stringify(JSON.parse(json)))
  } catch {
    return false
  }
}

function hasSurrogateEscape(json: string): boolean {
  for (let at = json.indexOf('\\ud'); at !== -1; at = json.indexOf('\\ud', at + 1)) {
    let backslashes = 1
    while (json.charAt(at - backslashes) === '\\') backslashes += 1
    if (backslashes % 2 === 1 && /[89a-f]/.test(json.charAt(at + 3))) return true
  }
  return false
}
