/**
 * What type does a codec decode to, with and without brands?
 */
import type { Codec } from './shape.js'

/** The type a codec decodes to. @since 0.1.0 */
export type TypeOf<C> = C extends Codec<infer A> ? A : never

/** `A` as a host may write it by hand: the same shape without brands. @since 0.1.0 */
export type Plain<A> = A extends string
  ? PlainText<A>
  : A extends number
    ? number
    : A extends boolean
      ? boolean
      : A extends readonly (infer E)[]
        ? readonly Plain<E>[]
        : A extends object
          ? { readonly [K in keyof A]: Plain<A[K]> }
          : A

/** A closed list of words stays closed; a branded text becomes any text. */
type PlainText<A extends string> = A extends object ? string : A
