/**
 * Which values are no plain data although they look like a document? Each has one place that JSON cannot express.
 */
import fc from 'fast-check'
import type { Shape } from '../../../src/contract/shape.js'
import { pick, placesOf, withPlace } from './places.js'
import { valuesOf } from './shape-values.js'

/** A value with one hostile place, and how often code of the value's owner has run in it. */
export interface Hostile {
  readonly name: string
  readonly value: unknown
  readonly runs: () => number
}

type Counter = { count: number }
type Spoil = (place: Record<PropertyKey, unknown>, counter: Counter) => unknown

const firstKey = (place: object): string =>
  Reflect.ownKeys(place).filter((key) => key !== 'length')[0] as string
const define = (place: object, key: PropertyKey, property: PropertyDescriptor): object =>
  Object.defineProperty(place, key, { configurable: true, ...property })
const getter = (counter: Counter, answer: unknown): PropertyDescriptor => ({
  enumerable: true,
  get: () => {
    counter.count += 1
    return answer
  },
})

/** Spoils that fit an object and a list that have at least one entry. */
const SPOILS: Readonly<Record<string, Spoil>> = {
  'own undefined': (place) => Object.assign(place, { [firstKey(place)]: undefined }),
  'unknown own undefined': (place) => define(place, 'extra', { value: undefined, enumerable: true }),
  'a getter': (place, counter) => define(place, firstKey(place), getter(counter, place[firstKey(place)])),
  'an unknown getter': (place, counter) => define(place, 'extra', getter(counter, 1)),
  'a setter alone': (place, counter) =>
    define(place, firstKey(place), { enumerable: true, set: () => void (counter.count += 1) }),
  'a hidden property': (place) =>
    define(place, firstKey(place), { value: place[firstKey(place)], enumerable: false }),
  'a symbol key': (place) => Object.assign(place, { [Symbol('extra')]: 1 }),
  'a hidden symbol key': (place) => define(place, Symbol('extra'), { value: 1, enumerable: false }),
  'a getter under a symbol': (place, counter) => define(place, Symbol.iterator, getter(counter, 1)),
  'a prototype of its own': (place) => Object.setPrototypeOf(place, Object.create(null) as object) as unknown,
  'the prototype of a date': (place) => Object.setPrototypeOf(place, Date.prototype) as unknown,
  'its values in the prototype': (place) => Object.create(place) as unknown,
  'the prototype of the other kind': (place) =>
    Object.setPrototypeOf(place, Array.isArray(place) ? Object.prototype : Array.prototype) as unknown,
  'a hole': (place) => {
    Reflect.deleteProperty(place, firstKey(place))
    return Array.isArray(place) ? place : Object.assign(place, { extra: 1 })
  },
  'a proxy that throws on keys': (place) => throwing(place, 'ownKeys'),
  'a proxy that throws on descriptors': (place) => throwing(place, 'getOwnPropertyDescriptor'),
  'a proxy that throws on its prototype': (place) => throwing(place, 'getPrototypeOf'),
  'a revoked proxy': (place) => {
    const { proxy, revoke } = Proxy.revocable(place, {})
    revoke()
    return proxy
  },
  'a boxed text': () => Object('text') as unknown,
  'a function': (_place, counter) => () => void (counter.count += 1),
  'a big integer': () => 1n,
  'a symbol': () => Symbol('text'),
  NaN: () => Number.NaN,
  Infinity: () => Number.POSITIVE_INFINITY,
  'a date': () => new Date(0),
  'a map': () => new Map([['a', 1]]),
  'a typed array': () => new Uint8Array(2),
}

/** The names of all spoils. */
export const SPOIL_NAMES = Object.keys(SPOILS)

/** Values of the shape with one place spoiled in the way that is named; each of them is refused. */
export function hostileValuesOf(shape: Shape, name: string): fc.Arbitrary<Hostile> {
  return fc.tuple(valuesOf(shape), fc.nat()).map(([value, where]) => spoil(shape, { value, where, name }))
}

interface Chosen {
  readonly value: unknown
  readonly where: number
  readonly name: string
}

function spoil(shape: Shape, { value, where, name }: Chosen): Hostile {
  const holders = placesOf(shape, value).filter(
    (place) => typeof place.value === 'object' && Object.keys(place.value as object).length > 0,
  )
  const place = pick(holders, where)
  const copy = Array.isArray(place.value) ? [...(place.value as unknown[])] : { ...(place.value as object) }
  const counter = { count: 0 }
  const spoiled = SPOILS[name]?.(copy as unknown as Record<PropertyKey, unknown>, counter)
  return { name, value: withPlace(value, place.path, spoiled), runs: () => counter.count }
}

function throwing(place: object, trap: 'ownKeys' | 'getOwnPropertyDescriptor' | 'getPrototypeOf'): object {
  return new Proxy(place, {
    [trap]: () => {
      throw new Error('hostile')
    },
  })
}
