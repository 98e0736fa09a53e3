/**
 * Do the union of refusals, its register, its page and its fixtures say the same? Compares names only.
 */
import { violationOf } from './violation.js'
import type { Violation } from './violation.js'

/** One entry of `inventory/errors.json`. */
export interface RegisteredError {
  readonly code: string
  readonly tag: string
  readonly retry: string
  readonly since: string
  readonly meaning: string
  readonly whatToDo: string
}

/** Everything that speaks of errors. */
export interface ErrorSources {
  /** `KERNEL_ERRORS`: code and retry of every tag. */
  readonly union: Readonly<Record<string, { readonly code: string; readonly retry: string }>>
  readonly register: readonly RegisteredError[]
  /** The text of `docs/errors.md`. */
  readonly page: string
  /** The texts of `fixtures/errors/*.json`. */
  readonly fixtures: readonly string[]
}

/** Where the register stands. */
export const ERRORS_PATH = 'inventory/errors.json'

/** Every error that one of the four places does not know, or knows otherwise. */
export function findErrorViolations(sources: ErrorSources): readonly Violation[] {
  const byTag = new Map(sources.register.map((one) => [one.tag, one]))
  const codes = sources.register.map((one) => one.code)
  return [
    ...Object.entries(sources.union).flatMap(([tag, made]) => {
      const entry = byTag.get(tag)
      const same = entry?.code === made.code && entry.retry === made.retry
      return same
        ? []
        : [violationOf(ERRORS_PATH, 'error-register', `${tag} is not registered as it is made`)]
    }),
    ...sources.register.flatMap((one) => violationsOfEntry(one, sources)),
    ...codes
      .filter((code, index) => codes.indexOf(code) !== index)
      .map((code) => violationOf(ERRORS_PATH, 'error-register', `${code} is registered twice`)),
  ]
}

function violationsOfEntry(one: RegisteredError, sources: ErrorSources): readonly Violation[] {
  const refuse = (rule: string, detail: string) => violationOf(ERRORS_PATH, rule, `${one.code} ${detail}`)
  const isComplete = /^\d+\.\d+\.\d+$/.test(one.since) && one.meaning !== '' && one.whatToDo !== ''
  const isDocumented = sources.page.includes(`## \`${one.code}\``) && sources.page.includes(one.meaning)
  const isProvoked = sources.fixtures.some((text) => new RegExp(`"code":\\s*"${one.code}"`).test(text))
  return [
    ...(Object.hasOwn(sources.union, one.tag) ? [] : [refuse('error-register', 'is made by nobody')]),
    ...(isComplete ? [] : [refuse('error-register', 'lacks since, meaning or whatToDo')]),
    ...(isDocumented ? [] : [refuse('error-docs', 'is not in docs/errors.md; run `npm run generate`')]),
    ...(isProvoked ? [] : [refuse('error-fixture', 'is provoked by no file of fixtures/errors')]),
  ]
}
