/**
 * Is a value plain data, seen from the outside? What generated guards are made of: they look at descriptors, so
 * an accessor is refused and never run. Each function answers as the codec of the same shape does.
 */
import { isWellFormedText } from '../base/text/well-formed.js'
import { hasLength } from './primitives.js'

const { getOwnPropertyDescriptor, getOwnPropertyNames, getOwnPropertySymbols, getPrototypeOf, keys } = Object
const { isArray } = Array

const SURROGATE = /[\ud800-\udfff]/

/**
 * An object that inherits from `Object.prototype` or from nothing. An array made to look like one is caught by
 * `hasNoOtherKeys`, because its `length` is an own key that is not enumerable.
 */
export function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Whether the object has `count` own keys and none of them is a symbol; `count` of them are known by then. */
export function hasNoOtherKeys(value: object, count: number): boolean {
  return getOwnPropertyNames(value).length === count && getOwnPropertySymbols(value).length === 0
}

/** An array of `min` to `max` entries with nothing else on it; the entries are looked at by `ownEntry`. */
export function isPlainList(value: unknown, min: number, max: number): value is readonly unknown[] {
  if (!isArray(value) || getPrototypeOf(value) !== Array.prototype) return false
  const size = value.length
  return (
    size >= min && size <= max && keys(value).length === size && getOwnPropertySymbols(value).length === 0
  )
}

/** The entry at an index where it is plain data; `undefined` for a hole or an accessor. */
export function ownEntry(list: readonly unknown[], index: number): unknown {
  return getOwnPropertyDescriptor(list, index)?.value
}

/** A well-formed text of `min` to `max` code points. */
export function isText(value: unknown, min: number, max: number): value is string {
  return (
    typeof value === 'string' &&
    hasLength(value, min, max) &&
    (!SURROGATE.test(value) || isWellFormedText(value))
  )
}

/** A whole number from `min` to `max`. */
export function isInteger(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max
}
