/**
 * How is an object decoded so that nothing is kept or dropped silently? Every key is known, every required key
 * is there, and every property is plain data: accessors are refused without being run.
 */
import * as t from 'io-ts'
import { codecOf, type Codec, type Field, type Rule, type SealedShape } from './shape.js'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a field of any type; the type is inferred back out
type Fields = Readonly<Record<string, Field<any>>>

type Present<R extends Fields> = { readonly [K in keyof R]: R[K] extends Field<infer A> ? A : never }
type Maybe<O extends Fields> = { readonly [K in keyof O]?: O[K] extends Field<infer A> ? A : never }

/** What a sealed document holds, from its fields. */
export type Sealed<R extends Fields, O extends Fields> = Present<R> & Maybe<O>

interface SealedSpec<R extends Fields, O extends Fields> {
  readonly name: string
  readonly description: string
  readonly required: R
  readonly optional?: O
  readonly rules?: readonly Rule<Sealed<R, O>>[]
}

/** A property of a sealed document. */
export function field<A>(codec: Codec<A>, description: string): Field<A> {
  return { codec, description }
}

/** The constant that names a document and its version. */
export function schemaName<const S extends string>(name: S): Field<S> {
  const codec = codecOf<S>({ _tag: 'OneOf', name, values: [name] }, (value) => value === name)
  return field(codec, 'The document and its version.')
}

/**
 * A codec that refuses unknown keys, own `undefined`, accessors, symbol keys and exotic prototypes.
 *
 * @law decode(x) is Right exactly where the published schema accepts x and x is plain data
 */
export function sealed<R extends Fields, O extends Fields = Record<never, never>>(
  spec: SealedSpec<R, O>,
): Codec<Sealed<R, O>> {
  const shape: SealedShape = {
    _tag: 'Sealed',
    name: spec.name,
    description: spec.description,
    required: spec.required,
    optional: spec.optional ?? {},
    rules: (spec.rules ?? []) as readonly Rule<never>[],
  }
  const fields = new Map<string, Field<unknown>>([
    ...Object.entries(shape.required),
    ...Object.entries(shape.optional),
  ])
  const type = new t.Type<Sealed<R, O>, Sealed<R, O>, unknown>(
    spec.name,
    (value): value is Sealed<R, O> => findRefused(value, fields, shape) === null,
    (value, context) => validateFields(value, { fields, shape, context }),
    t.identity,
  )
  return Object.assign(type, { shape })
}

/** Own enumerable string-keyed data properties, or null where the value is anything else than plain data. */
export function plainEntries(value: unknown): ReadonlyMap<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return null
  const entries = new Map<string, unknown>()
  for (const key of Reflect.ownKeys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, key)
    if (typeof key === 'symbol' || property === undefined) return null
    if (!property.enumerable || !('value' in property)) return null
    entries.set(key, property.value)
  }
  return entries
}

function findRefused(
  value: unknown,
  fields: ReadonlyMap<string, Field<unknown>>,
  shape: SealedShape,
): string | null {
  const entries = plainEntries(value)
  if (entries === null) return ''
  for (const [key, entry] of entries) {
    const known = fields.get(key)
    if (known === undefined || !known.codec.is(entry)) return key
  }
  return missingKey(entries, shape)
}

function missingKey(entries: ReadonlyMap<string, unknown>, shape: SealedShape): string | null {
  for (const key of Object.keys(shape.required)) if (!entries.has(key)) return key
  return null
}

interface Validating {
  readonly fields: ReadonlyMap<string, Field<unknown>>
  readonly shape: SealedShape
  readonly context: t.Context
}

function validateFields<A>(value: unknown, { fields, shape, context }: Validating): t.Validation<A> {
  const entries = plainEntries(value)
  if (entries === null) return t.failure(value, context)
  const issues: t.ValidationError[] = []
  for (const [key, entry] of entries) {
    const known = fields.get(key)
    if (known === undefined) {
      issues.push(unknownKey(key, context))
      continue
    }
    const result = known.codec.validate(entry, t.appendContext(context, key, known.codec, entry))
    if (result._tag === 'Left') issues.push(...result.left)
  }
  for (const key of Object.keys(shape.required)) {
    if (!entries.has(key)) issues.push(missing(key, context))
  }
  return issues.length === 0 ? t.success(value as A) : t.failures(issues)
}

/** The refused value is left out on purpose: what reaches a log is the pointer and the rule. */
function unknownKey(key: string, context: t.Context): t.ValidationError {
  return { value: undefined, context: t.appendContext(context, key, NO_SUCH_FIELD), message: 'unknown-key' }
}

function missing(key: string, context: t.Context): t.ValidationError {
  return { value: undefined, context: t.appendContext(context, key, NO_SUCH_FIELD), message: 'missing-key' }
}

const NO_SUCH_FIELD = t.never
