/**
 * What is the one text of a plain JSON value? RFC 8785 (JCS), or a refusal with a pointer; it never repairs,
 * never calls `toJSON` and never runs a getter.
 */
import { E } from './fp.js'
import type { Either } from './fp.js'
import { isWellFormedText } from './text/well-formed.js'

/**
 * Why a value has no canonical text, and where. `pointer` is an RFC 6901 JSON pointer (`''` is the whole value).
 * A refusal about a key as such (`symbol-key`, `extra-array-key`, `lone-surrogate` in a key) points at the owner
 * of the key, so a pointer is always well-formed text. `unreadable` is a proxy that throws or contradicts
 * itself, a non-enumerable own property (a spread would lose it silently), or a text longer than the engine holds.
 *
 * @since 0.1.0
 */
export type NotCanonical = {
  readonly _tag: 'NotCanonical'
  readonly pointer: string
  readonly reason:
    | 'not-finite'
    | 'lone-surrogate'
    | 'undefined'
    | 'hole'
    | 'accessor'
    | 'symbol-key'
    | 'function'
    | 'symbol'
    | 'bigint'
    | 'exotic-prototype'
    | 'cycle'
    | 'too-deep'
    | 'extra-array-key'
    | 'unreadable'
}

/** Arrays and objects may stand inside one another this many times; a bare scalar has depth 0. */
export const MAX_DEPTH = 64

/** Up to this many keys an insertion sort beats the engine's sort, above all when they come sorted. */
const INSERTION_SORT_KEYS_MAX = 24

/** Anything but printable text that JSON writes as it stands; surrogates count, as they must be looked at. */
const NOT_PLAIN = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

type Walk = {
  /** A key of the outermost object that is left out and not looked at. */
  readonly omitted: string | undefined
  /** Grows from left to right: one long rope costs an engine less than many short ones joined. */
  text: string
  readonly ancestors: object[]
  /** Filled from the leaf upwards, and only after a refusal: the way down costs nothing. */
  readonly segments: string[]
  reason: NotCanonical['reason']
}

/**
 * Writes a value as RFC 8785 canonical JSON: keys in UTF-16 code unit order, ECMAScript number format, `-0` as `0`.
 *
 * @param value anything; objects must have the prototype `Object.prototype` or `null`, arrays `Array.prototype`.
 * @returns Right: the text. Left: {@link NotCanonical}, the first refusal met in key order.
 * @law the order in which keys were inserted never shows
 * @law `JSON.parse` of the text equals the value, key for key
 * @req REQ-BASE-201
 * @example canonicalJson({ b: 1, a: -0 }) // => Right '{"a":0,"b":1}'
 * @since 0.1.0
 */
export function canonicalJson(value: unknown): Either<NotCanonical, string> {
  return canonicalText(value, undefined)
}

/**
 * As {@link canonicalJson}, leaving out one own key of the outermost object; its value is not looked at.
 *
 * @since 0.1.0
 */
export function canonicalJsonWithout(value: unknown, key: string): Either<NotCanonical, string> {
  return canonicalText(value, key)
}

/**
 * Writes a text as an RFC 8785 string literal, quotes included.
 *
 * @param text well-formed; a lone surrogate would come out as an escape that RFC 8785 forbids.
 * @since 0.1.0
 */
export function quoteJson(text: string): string {
  return NOT_PLAIN.test(text) ? JSON.stringify(text) : `"${text}"`
}

function canonicalText(value: unknown, omitted: string | undefined): Either<NotCanonical, string> {
  const walk: Walk = { text: '', omitted, ancestors: [], segments: [], reason: 'unreadable' }
  return writeValue(walk, '', value) ? E.right(walk.text) : E.left(notCanonical(walk))
}

/** Each writer appends `before` and the value, or answers false with the reason noted. */
function writeValue(walk: Walk, before: string, value: unknown): boolean {
  switch (typeof value) {
    case 'string':
      return writeText(walk, before, value)
    case 'number':
      return Number.isFinite(value) ? write(walk, `${before}${value}`) : refuse(walk, 'not-finite')
    case 'boolean':
      return write(walk, before + (value ? 'true' : 'false'))
    case 'object':
      if (value === null) return write(walk, `${before}null`)
      return write(walk, before) && writeContainer(walk, value)
    case 'undefined':
    case 'function':
    case 'symbol':
    case 'bigint':
      return refuse(walk, typeof value as 'undefined' | 'function' | 'symbol' | 'bigint')
  }
}

function writeText(walk: Walk, before: string, text: string): boolean {
  if (!NOT_PLAIN.test(text)) return write(walk, `${before}"${text}"`)
  return isWellFormedText(text) ? write(walk, before + JSON.stringify(text)) : refuse(walk, 'lone-surrogate')
}

function writeContainer(walk: Walk, value: object): boolean {
  if (walk.ancestors.includes(value)) return refuse(walk, 'cycle')
  if (walk.ancestors.length === MAX_DEPTH) return refuse(walk, 'too-deep')
  walk.ancestors.push(value)
  const written = writeReadable(walk, value)
  walk.ancestors.pop()
  return written
}

/** Only a proxy, or a text beyond what the engine can hold, throws here. */
function writeReadable(walk: Walk, value: object): boolean {
  try {
    return Array.isArray(value) ? writeArray(walk, value) : writeObject(walk, value)
  } catch {
    return refuse(walk, 'unreadable')
  }
}

function writeArray(walk: Walk, value: readonly unknown[]): boolean {
  if (Object.getPrototypeOf(value) !== Array.prototype) return refuse(walk, 'exotic-prototype')
  if (Object.getOwnPropertySymbols(value).length > 0) return refuse(walk, 'symbol-key')
  const length = value.length
  // The names are the indexes and `length`; as every index is looked up below, a surplus is an extra key.
  if (Object.getOwnPropertyNames(value).length > length + 1) return refuse(walk, 'extra-array-key')
  for (let index = 0; index < length; index += 1) {
    const element = Object.getOwnPropertyDescriptor(value, index)
    if (element === undefined) return refuseAt(walk, `${index}`, 'hole')
    if (!writeProperty(walk, index === 0 ? '[' : ',', element)) return leave(walk, `${index}`)
  }
  return write(walk, length === 0 ? '[]' : ']')
}

function writeObject(walk: Walk, value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return refuse(walk, 'exotic-prototype')
  // Two lists of names and symbols cost a third of one `Reflect.ownKeys`.
  if (Object.getOwnPropertySymbols(value).length > 0) return refuse(walk, 'symbol-key')
  const keys = sortKeys(Object.getOwnPropertyNames(value))
  let open = '{'
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as string
    if (key === walk.omitted && walk.ancestors.length === 1) continue
    const plain = !NOT_PLAIN.test(key)
    if (!plain && !isWellFormedText(key)) return refuse(walk, 'lone-surrogate')
    const member = Object.getOwnPropertyDescriptor(value, key)
    if (member === undefined) return refuseAt(walk, key, 'unreadable')
    const before = plain ? `${open}"${key}":` : `${open}${JSON.stringify(key)}:`
    if (!writeProperty(walk, before, member)) return leave(walk, key)
    open = ','
  }
  return write(walk, open === '{' ? '{}' : '}')
}

function writeProperty(walk: Walk, before: string, property: PropertyDescriptor): boolean {
  if (!Object.hasOwn(property, 'value')) return refuse(walk, 'accessor')
  if (property.enumerable !== true) return refuse(walk, 'unreadable')
  return writeValue(walk, before, property.value)
}

function write(walk: Walk, text: string): true {
  walk.text += text
  return true
}

/** `<` on strings compares UTF-16 code units, as RFC 8785 section 3.2.3 asks; so does `sort` without a comparer. */
function sortKeys(keys: string[]): readonly string[] {
  if (keys.length > INSERTION_SORT_KEYS_MAX) return keys.sort()
  for (let end = 1; end < keys.length; end += 1) {
    const key = keys[end] as string
    let at = end
    for (; at > 0 && key < (keys[at - 1] as string); at -= 1) keys[at] = keys[at - 1] as string
    keys[at] = key
  }
  return keys
}

function refuse(walk: Walk, reason: NotCanonical['reason']): false {
  walk.reason = reason
  return false
}

function refuseAt(walk: Walk, segment: string, reason: NotCanonical['reason']): false {
  return refuse(walk, reason) || leave(walk, segment)
}

/** The refusal stands below this segment. */
function leave(walk: Walk, segment: string): false {
  walk.segments.push(segment)
  return false
}

function notCanonical(walk: Walk): NotCanonical {
  let pointer = ''
  for (const segment of walk.segments) {
    pointer = `/${segment.replace(/~/g, '~0').replace(/\//g, '~1')}${pointer}`
  }
  return { _tag: 'NotCanonical', pointer, reason: walk.reason }
}
