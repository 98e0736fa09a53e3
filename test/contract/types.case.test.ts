/**
 * Do the published types say what the codecs say, so that a mistake is found before it runs?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { typeErrors } from '../support/type-errors.js'

const HEAD = `import type { ContextItemInput, ContextPlan, KernelOptionsInput, PlanRequestInput } from 'context-memory-kernel/contract'
type Of<A, K extends keyof A> = NonNullable<A[K]>
type Calls = Of<Of<ContextItemInput, 'binding'>, 'calls'>[number]
type Results = Of<Of<ContextItemInput, 'binding'>, 'results'>[number]
`

/** Each is refused by its codec too; `SOUND` holds the same places with a value that is taken. */
const MISTAKEN = [
  `({ callId: 'c', name: 42 }) satisfies Calls`,
  `({ callId: 'c', part: '1' }) satisfies Results`,
  `'high' satisfies ContextItemInput['priority']`,
  `42 satisfies ContextItemInput['content']`,
  `42 satisfies Of<Of<ContextItemInput, 'binding'>, 'cwd'>`,
  `'4' satisfies Of<ContextItemInput, 'contentRef'>['byteLength']`,
  `42 satisfies ContextItemInput['source']['uri']`,
  `'many' satisfies ContextPlan['totalTokens']`,
  `'many' satisfies KernelOptionsInput['perMessageTokens']`,
  `({ windowTokens: '8000' }) satisfies PlanRequestInput['budget']`,
]

const SOUND = [
  `({ callId: 'c', name: 'clock' }) satisfies Calls`,
  `({ callId: 'c', part: 1 }) satisfies Results`,
  `500_000 satisfies ContextItemInput['priority']`,
  `({ windowTokens: 8000 }) satisfies PlanRequestInput['budget']`,
]

/** Fails to compile where a type holds \`any\` at any depth. */
const NO_ANY = `
type IsAny<A> = 0 extends 1 & A ? true : false
type HasAny<A> = IsAny<A> extends true ? true
  : A extends readonly (infer E)[] ? HasAny<E>
  : A extends string | number | boolean | undefined ? false
  : true extends { [K in keyof A]-?: HasAny<A[K]> }[keyof A] ? true : false
export const none: readonly [HasAny<ContextItemInput>, HasAny<ContextPlan>, HasAny<PlanRequestInput>] = [false, false, false]
export const told: HasAny<{ readonly deep: readonly { readonly in?: any }[] }> = true
`

const lines = [...MISTAKEN.map((line) => `// @ts-expect-error\n;${line}`), ...SOUND.map((line) => `;${line}`)]
const errors = typeErrors({
  types: `${HEAD}${lines.join('\n')}${NO_ANY}`,
  mistaken: `${HEAD};${MISTAKEN[0] ?? ''}`,
})
const errorsIn = (file: string) => errors.filter((error) => error.startsWith(`${file}:`))

test('REQ-CON-210 what a codec refuses for its type is refused by the compiler, and no type holds any', () => {
  assert.equal(errorsIn('types'), [])
})

test('REQ-CON-210 a mistake that is not expected is told', () => {
  const [first = '', ...more] = errorsIn('mistaken')
  assert.equal(more, [])
  assert.match(first, /^mistaken:5 .*'number' is not assignable to type 'string/)
})

test.run()
