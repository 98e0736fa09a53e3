/**
 * What does a host read about each error code? Writes `docs/errors.md` from the register.
 */
import { formatted } from './house/generated-file.js'
import type { Generator } from './house/generated-file.js'
import type { RegisteredError } from './house/error-register.js'
import { readJson } from './house/source-files.js'

/** Makes the page of error codes. */
export const generator: Generator = {
  generate: async () => {
    const { errors } = readJson<{ errors: RegisteredError[] }>('inventory/errors.json')
    return [await formatted({ path: 'docs/errors.md', text: renderErrors(errors) })]
  },
}

/** The page: one section a code, in the order of the register. */
export function renderErrors(errors: readonly RegisteredError[]): string {
  return [
    '<!-- Generated from inventory/errors.json by `npm run generate`; do not edit. -->',
    '# Error codes',
    'A refusal is a value: `{ ok: false, error }`, or what `orThrow` throws. `code` is stable for a major ' +
      'version; `message` is for people and may change. `retry` says whether the same call can succeed ' +
      '`later`, only `after-fix`, or `never`.',
    ...errors.map(renderError),
  ].join('\n\n')
}

function renderError(error: RegisteredError): string {
  return [
    `## \`${error.code}\``,
    `\`${error.tag}\`, retry \`${error.retry}\`, since ${error.since}.`,
    error.meaning,
    `**What to do.** ${error.whatToDo}`,
  ].join('\n\n')
}
