/**
 * Does a value from outside hold the document it claims to be? Answers the value itself or a refusal that names
 * pointers and expectations; it never repeats, repairs or drops what it refuses.
 */
import type * as t from 'io-ts'
import { E, type Either } from '../base/fp.js'
import { issueWords } from './issue-words.js'
import { refuse, type DocumentNewer, type DocumentRefused, type Issue } from './kernel-error.js'
import type { Codec, Field, Rule, SealedShape, Shape } from './shape.js'
import { plainEntries } from './sealed.js'

/** How many issues a refusal names. @since 0.1.0 */
export const ISSUES_MAX = 16

/** Why a document was not taken. @since 0.1.0 */
export type Undecoded = DocumentRefused | DocumentNewer

/**
 * Decodes a document: version, shape, then the rules no schema can express.
 *
 * @returns Right: the very value that was given. Left: `DocumentNewer` | `DocumentRefused`.
 * @law a refusal's message and fields contain no text of the refused value
 * @since 0.1.0
 */
export function decode<A>(codec: Codec<A>, value: unknown): Either<Undecoded, A> {
  return refuseUnreadable(codec.shape.name, () => {
    const newer = newerVersion(codec.shape, value)
    if (newer !== null) return E.left(newer)
    if (!codec.is(value)) return E.left(documentRefused(codec.shape.name, shapeIssues(codec, value)))
    const broken = brokenRules(codec.shape, value)
    return broken.length === 0 ? E.right(value) : E.left(documentRefused(codec.shape.name, broken))
  })
}

/** Whether a value of the right shape keeps every rule of its document and of the documents in it. */
export function keepsRules<A>(shape: Shape, value: A): boolean {
  for (const { breach } of ownRules<A>(shape)) if (breach(value) !== null) return false
  return shape._tag !== 'Sealed' || !hasRulesBelow(shape) || rulesBroken(shape, value, '').length === 0
}

/** The rules that a value of the right shape breaks, its own and those of the documents in it, by pointer. */
export function brokenRules<A>(shape: Shape, value: A): readonly Issue[] {
  return rulesBroken(shape, value, '')
}

/** Shapes are trees of bounded depth, so is this walk; a list is walked only where its items have rules. */
function rulesBroken(shape: Shape, value: unknown, at: string): readonly Issue[] {
  if (shape._tag === 'List') {
    if (!hasRules(shape.item.shape)) return []
    return (value as readonly unknown[])
      .flatMap((entry, index) => rulesBroken(shape.item.shape, entry, `${at}/${String(index)}`))
      .slice(0, ISSUES_MAX)
  }
  if (shape._tag !== 'Sealed') return []
  const own = ownRules<unknown>(shape).flatMap(({ breach, id }) => {
    const pointer = breach(value)
    return pointer === null ? [] : [{ pointer: at + pointer, expected: id }]
  })
  const below = Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([key, entry]) => {
    const field = shape.required[key] ?? shape.optional[key]
    return field === undefined ? [] : rulesBroken(field.codec.shape, entry, `${at}/${key}`)
  })
  return [...own, ...below]
}

function ownRules<A>(shape: Shape): readonly Rule<A>[] {
  return shape._tag === 'Sealed' ? (shape.rules as readonly Rule<A>[]) : []
}

function hasRules(shape: Shape): boolean {
  return ownRules(shape).length > 0 || hasRulesBelow(shape)
}

function hasRulesBelow(shape: Shape): boolean {
  if (shape._tag === 'List') return hasRules(shape.item.shape)
  if (shape._tag !== 'Sealed') return false
  const known = RULES_BELOW.get(shape)
  if (known !== undefined) return known
  const fields = [...Object.values(shape.required), ...Object.values(shape.optional)]
  const found = fields.some(({ codec }) => hasRules(codec.shape))
  RULES_BELOW.set(shape, found)
  return found
}

/** Asked once for every item of a plan; shapes are constants, so the answer never changes. */
const RULES_BELOW = new WeakMap<SealedShape, boolean>()

/** A refusal of a document; `under` is the pointer at which the document stands in a larger one. */
export function documentRefused(document: string, found: readonly Issue[], under = ''): DocumentRefused {
  const issues = found.slice(0, ISSUES_MAX).map((issue) => ({ ...issue, pointer: under + issue.pointer }))
  const [first] = issues
  const why = first === undefined ? '' : `: ${issueWords(document, first)}`
  return refuse('DocumentRefused', {
    document,
    issues,
    message: `${document} is refused${why}; correct the document and call again`,
  })
}

/** A value whose reads throw (a hostile proxy) is refused like any other value of the wrong shape. */
function refuseUnreadable<A>(document: string, read: () => Either<Undecoded, A>): Either<Undecoded, A> {
  try {
    return read()
  } catch {
    return E.left(documentRefused(document, [{ pointer: '', expected: 'readable-data' }]))
  }
}

function shapeIssues<A>(codec: Codec<A>, value: unknown): readonly Issue[] {
  const result = codec.validate(value, [{ key: '', type: codec }])
  return result._tag === 'Right' ? [] : result.left.slice(0, ISSUES_MAX).map(issueOf)
}

function issueOf(error: t.ValidationError): Issue {
  const [root, ...path] = error.context
  const unknownKey = error.message === 'unknown-key'
  const known = unknownKey ? path.slice(0, -1) : path
  const pointer = known.map((entry) => `/${entry.key}`).join('')
  const last = path.at(-1) ?? root
  const expected = error.message ?? last?.type.name ?? 'value'
  // The key of an unknown property comes from outside and may itself be what must not be repeated.
  return { pointer: unknownKey ? `${pointer}/?` : pointer, expected }
}

/** A document named `cmk/<document>/vN` with a later N than the codec's is refused whole. */
function newerVersion(shape: Shape, value: unknown): DocumentNewer | null {
  const name = shape._tag === 'Sealed' ? versionedName(shape) : null
  const given = name === null ? null : plainEntries(value)?.get('schema')
  if (name === null || typeof given !== 'string') return null
  const [, stem, supported] = VERSIONED.exec(name) ?? []
  const [, givenStem, asked] = VERSIONED.exec(given) ?? []
  if (stem === undefined || stem !== givenStem || Number(asked) <= Number(supported)) return null
  return refuse('DocumentNewer', {
    document: shape.name,
    supported: Number(supported),
    message: `${shape.name} has a newer version than v${String(supported)}; update the library to read it`,
  })
}

const VERSIONED = /^(cmk\/[a-z-]+)\/v(\d{1,4})$/

function versionedName(shape: SealedShape): string | null {
  const schema: Field<unknown> | undefined = shape.required['schema'] ?? shape.optional['schema']
  return schema?.codec.shape._tag === 'OneOf' ? (schema.codec.shape.values[0] ?? null) : null
}
