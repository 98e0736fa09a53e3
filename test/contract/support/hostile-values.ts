/**
 * Which values are no plain data although they look like a document? Each has one place that JSON cannot express.
 */
import fc from 'fast-check'
import type { Shape } from '../../../src/contract/shape.js'
import { pick, placesOf, withPlace } from './places.js'
import { fullValueOf, valuesOf } from './shape-values.js'

/** A value with one hostile place, and how often code of the value's owner has run in it. */
export interface Hostile {
  readonly name: string
  readonly value: unknown
  readonly runs: () => number
}

type Counter = { count: number }

/** The copy of an object or list that is spoiled, and the key of the property that is spoiled in it. */
interface Target {
  readonly holder: object
  readonly key: string
  readonly counter: Counter
}

const define = (holder: object, key: PropertyKey, property: PropertyDescriptor): object =>
  Object.defineProperty(holder, key, { configurable: true, ...property })
const getter = (counter: Counter, answer: unknown): PropertyDescriptor => ({
  enumerable: true,
  get: () => {
    counter.count += 1
    return answer
  },
})
const read = ({ holder, key }: Target): unknown => (holder as Record<string, unknown>)[key]

const SPOILS: Readonly<Record<string, (target: Target) => unknown>> = {
  'own undefined': ({ holder, key }) => Object.assign(holder, { [key]: undefined }),
  'unknown own undefined': ({ holder }) => define(holder, 'extra', { value: undefined, enumerable: true }),
  'a getter': (target) => define(target.holder, target.key, getter(target.counter, read(target))),
  'an unknown getter': ({ holder, counter }) => define(holder, 'extra', getter(counter, 1)),
  'a setter alone': ({ holder, key, counter }) =>
    define(holder, key, { enumerable: true, set: () => void (counter.count += 1) }),
  'a hidden property': (target) =>
    define(target.holder, target.key, { value: read(target), enumerable: false }),
  'a symbol key': ({ holder }) => Object.assign(holder, { [Symbol('extra')]: 1 }),
  'a hidden symbol key': ({ holder }) => define(holder, Symbol('extra'), { value: 1, enumerable: false }),
  'a getter under a symbol': ({ holder, counter }) => define(holder, Symbol.iterator, getter(counter, 1)),
  'a prototype of its own': ({ holder }) => withPrototype(holder, Object.create(null)),
  'the prototype of a date': ({ holder }) => withPrototype(holder, Date.prototype),
  'its values in the prototype': ({ holder }) => Object.create(holder) as unknown,
  'the prototype of the other kind': ({ holder }) =>
    withPrototype(holder, Array.isArray(holder) ? Object.prototype : Array.prototype),
  'a hole': ({ holder, key }) => {
    Reflect.deleteProperty(holder, key)
    return Array.isArray(holder) ? holder : Object.assign(holder, { extra: 1 })
  },
  'a proxy that throws on keys': ({ holder }) => throwing(holder, 'ownKeys'),
  'a proxy that throws on descriptors': ({ holder }) => throwing(holder, 'getOwnPropertyDescriptor'),
  'a proxy that throws on its prototype': ({ holder }) => throwing(holder, 'getPrototypeOf'),
  'a revoked proxy': ({ holder }) => {
    const { proxy, revoke } = Proxy.revocable(holder, {})
    revoke()
    return proxy
  },
  'a boxed text': () => Object('text') as unknown,
  'a function':
    ({ counter }) =>
    () =>
      void (counter.count += 1),
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

/** Values of the shape with one place spoiled in one way; each of them is refused. */
export function hostileValuesOf(shape: Shape): fc.Arbitrary<Hostile> {
  const spoiled = fc.tuple(valuesOf(shape), fc.nat(), fc.constantFrom(...SPOIL_NAMES))
  return spoiled.map(([value, where, name]) => {
    const targets = targetsIn(shape, value)
    return targets.length === 0 ? unreadable() : spoil(value, pick(targets, where), name)
  })
}

/** One full value of the shape, with every place in turn spoiled in every way. */
export function everyHostileValueOf(shape: Shape): readonly Hostile[] {
  const value = fullValueOf(shape)
  return targetsIn(shape, value).flatMap((path) => SPOIL_NAMES.map((name) => spoil(value, path, name)))
}

/** The ways to everything that is a property of an object or an entry of a list. */
function targetsIn(shape: Shape, value: unknown): readonly (readonly string[])[] {
  return placesOf(shape, value).flatMap(({ path }) => (path.length === 0 ? [] : [path]))
}

function spoil(value: unknown, path: readonly string[], name: string): Hostile {
  const way = path.slice(0, -1)
  const holder = way.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], value)
  const copy = Array.isArray(holder) ? [...(holder as unknown[])] : { ...(holder as object) }
  const counter = { count: 0 }
  const spoiled = SPOILS[name]?.({ holder: copy, key: path.at(-1) ?? '', counter })
  return { name, value: withPlace(value, way, spoiled), runs: () => counter.count }
}

function unreadable(): Hostile {
  return { name: 'a function', value: () => undefined, runs: () => 0 }
}

function withPrototype(holder: object, prototype: unknown): unknown {
  return Object.setPrototypeOf(holder, prototype as object | null)
}

function throwing(place: object, trap: 'ownKeys' | 'getOwnPropertyDescriptor' | 'getPrototypeOf'): object {
  return new Proxy(place, {
    [trap]: () => {
      throw new Error('hostile')
    },
  })
}
