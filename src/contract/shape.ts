/**
 * What does a document look like, as data? Codecs carry a `Shape`; schema, guards and serialisers are walked
 * from it, so that none of them can say something else than the codec.
 */
import * as t from 'io-ts'

/**
 * A rule no JSON Schema can express; checked after the shape, listed in the schema as `x-cmk-rules`.
 *
 * @since 0.1.0
 */
export interface Rule<A> {
  readonly id: string
  readonly text: string
  /** The JSON pointer of the first breach inside the document, or null. */
  readonly breach: (value: A) => string | null
}

/** A well-formed text, bounded in code points. @since 0.1.0 */
export interface TextShape {
  readonly _tag: 'Text'
  readonly name: string
  /** Bounds count code points; text is always well-formed UTF-16. */
  readonly min: number
  readonly max: number
  /** An anchored expression without flags other than `u`; absent means any well-formed text. */
  readonly pattern?: string
}

/** A whole number from `min` to `max`, both included. @since 0.1.0 */
export interface IntegerShape {
  readonly _tag: 'Integer'
  readonly name: string
  readonly min: number
  readonly max: number
}

/** True or false. @since 0.1.0 */
export interface FlagShape {
  readonly _tag: 'Flag'
  readonly name: string
}

/** One word of a closed list, compared as it stands. @since 0.1.0 */
export interface OneOfShape {
  readonly _tag: 'OneOf'
  readonly name: string
  readonly values: readonly string[]
}

/** A dense list of `min` to `max` entries of one codec. @since 0.1.0 */
export interface ListShape {
  readonly _tag: 'List'
  readonly name: string
  readonly item: AnyCodec
  readonly min: number
  readonly max: number
}

/**
 * An object whose keys are all known: the required ones are there, the optional ones may be, no other is. Its rules
 * hold beyond what the shape can say.
 *
 * @since 0.1.0
 */
export interface SealedShape {
  readonly _tag: 'Sealed'
  readonly name: string
  readonly description: string
  readonly required: Readonly<Record<string, Field<unknown>>>
  readonly optional: Readonly<Record<string, Field<unknown>>>
  readonly rules: readonly Rule<never>[]
}

/** What a codec accepts, as data. Shapes are trees: none contains itself. @since 0.1.0 */
export type Shape = TextShape | IntegerShape | FlagShape | OneOfShape | ListShape | SealedShape

/** An io-ts type that also tells its shape. @since 0.1.0 */
export interface Codec<A> extends t.Type<A, A, unknown> {
  readonly shape: Shape
}

/** Any codec, for walkers that look at shapes only. @since 0.1.0 */
export interface AnyCodec {
  readonly shape: Shape
  /** Left: every place that is not of the shape; no error repeats the value. */
  readonly validate: (value: unknown, context: t.Context) => t.Validation<unknown>
}

/** A property of a sealed document: its codec and what it means. @since 0.1.0 */
export interface Field<A> {
  readonly codec: Codec<A>
  readonly description: string
}

/** Makes a codec out of a shape and its check; the refusal carries the expected shape's name, never the value. */
export function codecOf<A>(shape: Shape, accepts: (value: unknown) => boolean): Codec<A> {
  const is = (value: unknown): value is A => accepts(value)
  const type = new t.Type<A, A, unknown>(
    shape.name,
    is,
    (value, context) => (is(value) ? t.success(value) : t.failure(value, context)),
    t.identity,
  )
  return Object.assign(type, { shape })
}
