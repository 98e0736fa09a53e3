/**
 * How is a request decoded whose items are many? The terms by their codec, the items apart,
 * one by one.
 */
import { E, pipe, type Either } from '../../base/fp.js'
import { decode, documentRefused, type Undecoded } from '../../contract/decode.js'
import { plainEntries } from '../../contract/sealed.js'
import type { Codec } from '../../contract/shape.js'

/** The decoded terms, and what is decoded apart, as it came. */
export interface Around<A> {
  readonly terms: A
  readonly apart: ReadonlyMap<string, unknown>
}

/**
 * Decodes a request but for the named parts.
 *
 * @param apart names of parts; one whose value is `undefined` is left among the terms, where it is an unknown key
 * @returns Left: the terms are not what `codec` says; what stands apart has not been looked at.
 */
export function decodeAround<A>(
  codec: Codec<A>,
  request: unknown,
  apart: readonly string[],
): Either<Undecoded, Around<A>> {
  const entries = readEntries(request)
  if (entries === null)
    return E.left(documentRefused(codec.shape.name, [{ pointer: '', expected: codec.shape.name }]))
  const isApart = ([key, value]: readonly [string, unknown]) => value !== undefined && apart.includes(key)
  const terms: unknown = Object.fromEntries([...entries].filter((entry) => !isApart(entry)))
  return pipe(
    decode(codec, terms),
    E.map((decoded) => ({ terms: decoded, apart: new Map([...entries].filter(isApart)) })),
  )
}

function readEntries(request: unknown): ReadonlyMap<string, unknown> | null {
  try {
    return plainEntries(request)
  } catch {
    return null
  }
}
