/**
 * Which code of a port's refusal may be shown, and how does an adapter refuse? A code has the form of a code;
 * anything else might be data and is never repeated.
 */
import { failed } from './result.js'

const PORT_CODE = /^[A-Z][A-Z0-9_]{0,63}$/

/** The `code` of a port's error where it has the form of one, else `malformed-reply`; a getter of it may throw. */
export function portCodeOf(error: unknown): string {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' && PORT_CODE.test(code) ? code : 'malformed-reply'
}

/** The answer of a port that can serve the same call only after something was put right. */
export function refusedAfterFix(code: string) {
  return failed({ code, retry: 'after-fix' as const })
}
