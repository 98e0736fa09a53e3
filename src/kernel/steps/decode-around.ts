/**
 * How is a request decoded whose items are many? The terms by their codec, the items apart, one by one.
 */
import { E, pipe, type Either } from '../../base/fp.js'
import { decode, documentRefused, type Undecoded } from '../../contract/decode.js'
import { plainEntries } from '../../contract/sealed.js'
import type { Codec } from '../../contract/shape.js'

/** The decoded terms, and the items as they came. */
export interface Around<A> {
  readonly terms: A
  readonly items: unknown
}

/** Left: the terms are not what `codec` says; the items have not been looked at. */
export function decodeAround<A>(codec: Codec<A>, request: unknown): Either<Undecoded, Around<A>> {
  const entries = readEntries(request)
  if (entries === null)
    return E.left(documentRefused(codec.shape.name, [{ pointer: '', expected: codec.shape.name }]))
  const items = entries.get('items')
  const terms: unknown = Object.fromEntries([...entries].filter(([key]) => key !== 'items'))
  return pipe(
    decode(codec, terms),
    E.map((decoded) => ({ terms: decoded, items })),
  )
}

function readEntries(request: unknown): ReadonlyMap<string, unknown> | null {
  try {
    return plainEntries(request)
  } catch {
    return null
  }
}
