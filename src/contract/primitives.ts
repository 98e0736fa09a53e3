/**
 * Which primitive shapes may a field have? Texts, integers, flags, closed lists of words, and lists.
 */
import * as t from 'io-ts'
import { codePointCount, isWellFormedText } from '../base/text/well-formed.js'
import { codecOf, type Codec, type ListShape } from './shape.js'

/** How many refusals a list reports before it stops looking, so that a hostile list costs no memory. */
const LIST_ISSUES_MAX = 16

interface TextSpec {
  readonly min?: number
  readonly max: number
  readonly pattern?: string
}

/**
 * A well-formed text of `min` to `max` code points that matches `pattern`, where there is one.
 *
 * A brand is named, never inferred: a place that takes any codec would have it inferred as `any`.
 */
export function text(name: string, spec: TextSpec): Codec<string>
export function text<A extends string>(name: string, spec: TextSpec): Codec<A>
export function text(name: string, spec: TextSpec): Codec<string> {
  const min = spec.min ?? 0
  const expression = spec.pattern === undefined ? null : new RegExp(spec.pattern, 'u')
  const accepts = (value: unknown) =>
    typeof value === 'string' &&
    hasLength(value, min, spec.max) &&
    (expression === null ? isWellFormedText(value) : expression.test(value))
  const pattern = spec.pattern === undefined ? {} : { pattern: spec.pattern }
  return codecOf({ _tag: 'Text', name, min, max: spec.max, ...pattern }, accepts)
}

/** Whether `value` has `min` to `max` code points; counts only where code units leave it open. */
export function hasLength(value: string, min: number, max: number): boolean {
  if (value.length < min) return false
  if (value.length <= max && value.length >= min * 2) return true
  if (value.length > max * 2) return false
  const points = codePointCount(value)
  return points >= min && points <= max
}

/** A whole number from `min` to `max`; a brand is named, as for {@link text}. */
export function integer(name: string, min: number, max: number): Codec<number>
export function integer<A extends number>(name: string, min: number, max: number): Codec<A>
export function integer(name: string, min: number, max: number): Codec<number> {
  const accepts = (value: unknown) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
  return codecOf({ _tag: 'Integer', name, min, max }, accepts)
}

/** True or false. */
export function flag(name: string): Codec<boolean> {
  return codecOf({ _tag: 'Flag', name }, (value) => typeof value === 'boolean')
}

/** One word of a closed list. */
export function oneOf<const W extends readonly string[]>(name: string, values: W): Codec<W[number]> {
  const words = new Set<unknown>(values)
  return codecOf({ _tag: 'OneOf', name, values }, (value) => words.has(value))
}

/** A dense array of `min` to `max` items. */
export function list<A>(
  name: string,
  item: Codec<A>,
  bounds: { min?: number; max: number },
): Codec<readonly A[]> {
  const shape: ListShape = { _tag: 'List', name, item, min: bounds.min ?? 0, max: bounds.max }
  const sized = (value: unknown): value is readonly unknown[] =>
    isPlainArray(value) && value.length >= shape.min && value.length <= shape.max
  const type = new t.Type<readonly A[], readonly A[], unknown>(
    name,
    (value): value is readonly A[] => sized(value) && value.every((entry) => item.is(entry)),
    (value, context) => (sized(value) ? validateEntries(value, item, context) : t.failure(value, context)),
    t.identity,
  )
  return Object.assign(type, { shape })
}

/**
 * An array with every index present as plain data and nothing else on it; getters are seen, never run. An index with a
 * setter alone reads as `undefined`, which no item is.
 */
export function isPlainArray(value: unknown): value is readonly unknown[] {
  if (!Array.isArray(value) || Object.getPrototypeOf(value) !== Array.prototype) return false
  if (Object.keys(value).length !== value.length || Object.getOwnPropertySymbols(value).length > 0)
    return false
  // A third of the cost of a descriptor for each index, which counts for a session of 100,000 items.
  for (let index = 0; index < value.length; index++) {
    if (!Object.hasOwn(value, index) || lookupGetter.call(value, index) !== undefined) return false
  }
  return true
}

/** ECMA-262 B.2.2.4: the getter of a property, or `undefined` where it is plain data; an engine may lack it. */
const lookupGetter: (this: object, key: PropertyKey) => unknown =
  (Object.prototype as { __lookupGetter__?: (key: PropertyKey) => unknown }).__lookupGetter__ ??
  function (this: object, key) {
    return Object.getOwnPropertyDescriptor(this, key)?.get
  }

function validateEntries<A>(
  entries: readonly unknown[],
  item: Codec<A>,
  context: t.Context,
): t.Validation<readonly A[]> {
  const issues: t.ValidationError[] = []
  for (let index = 0; index < entries.length && issues.length < LIST_ISSUES_MAX; index++) {
    const entry = entries[index]
    if (item.is(entry)) continue
    const result = item.validate(entry, t.appendContext(context, String(index), item, entry))
    if (result._tag === 'Left') issues.push(...result.left.slice(0, LIST_ISSUES_MAX))
  }
  return issues.length === 0 ? t.success(entries as readonly A[]) : t.failures(issues)
}
