/**
 * How does a host pay for validation and digests once? It seals items, and later plans trust the copies without
 * looking again. The copies are frozen; the originals may change without harm.
 */
import { E, pipe, type Either } from '../base/fp.js'
import type { Sha256Hex } from '../base/digest.js'
import { freezeCopy } from '../base/freeze-copy.js'
import { Caller } from '../contract/caller.js'
import type { ContextItem } from '../contract/context-item.js'
import { decode, documentRefused } from '../contract/decode.js'
import { isContextItem } from '../contract/generated/context-item.js'
import type { DocumentRefused, KernelError } from '../contract/kernel-error.js'
import { SealTerms } from '../contract/plan-request.js'
import { factsOf, type ItemFacts } from '../rules/context/item-facts.js'
import type { HashPort } from '../ports/hash.js'
import { requirePorts, type Environment } from './environment.js'
import { decodeAround } from './steps/decode-around.js'
import { decodeItems } from './steps/decode-items.js'
import { digestItem } from './steps/digest-item.js'
import { guardReads } from './steps/guard-reads.js'
import { openPortSession } from './steps/port-session.js'
import type { Seals } from './steps/seals.js'

/**
 * Seals items for plans of this kernel.
 *
 * @returns Right: frozen copies in the order given; an item already sealed is answered as it is.
 *          Left: `PortMissing` (hash) | `DocumentRefused` with the pointer of the first refused item |
 *          `PortFailed`; nothing is sealed.
 * @law a plan over sealed items equals the plan over the items they were made from
 * @req REQ-PLAN-237
 * @since 0.1.0
 */
export function sealItems(
  environment: Environment,
  request: unknown,
  caller: unknown,
): Either<KernelError, readonly ContextItem[]> {
  const { seals } = environment
  return guardReads('SealRequest', [request, caller], () =>
    pipe(
      requirePorts(environment, 'sealItems', ['hash']),
      E.bindTo('ports'),
      E.bindW('caller', () => decode(Caller, caller)),
      E.bindW('around', () => decodeAround(SealTerms, request)),
      E.bindW('facts', ({ around }) => decodeItems('SealRequest', around.items, seals)),
      E.bindW('copies', ({ facts }) => copyItems(facts)),
      E.flatMap(({ ports, copies }) => sealCopies(copies, ports, seals)),
    ),
  )
}

/**
 * Frozen copies; equal label sets become one, so that a plan judges each set once. What is sealed is the copy, so
 * the copy is what has to be valid: a proxy may answer the check and the copying differently.
 */
function copyItems(facts: readonly ItemFacts[]): Either<DocumentRefused, readonly ItemFacts[]> {
  const labelSets = new Map<string, ContextItem['labels']>()
  const copies = facts.map((one) => (one.digest === null ? factsOf(copyItem(one.item, labelSets)) : one))
  const changed = copies.findIndex(({ digest, item }) => digest === null && !isContextItem(item))
  if (changed < 0) return E.right(copies)
  const pointer = `/items/${String(changed)}`
  return E.left(documentRefused('SealRequest', [{ pointer, expected: 'readable-data' }]))
}

function digested(copy: ItemFacts, sha256Hex: Sha256Hex): ItemFacts {
  return copy.digest === null ? factsOf(copy.item, digestItem(sha256Hex, copy.item)) : copy
}

function copyItem(item: ContextItem, labelSets: Map<string, ContextItem['labels']>): ContextItem {
  const text = JSON.stringify(item.labels)
  const labels = labelSets.get(text) ?? freezeCopy(item.labels)
  labelSets.set(text, labels)
  return Object.freeze({ ...freezeCopy(item), labels })
}

/** Nothing is sealed unless every copy has its digest. */
function sealCopies(
  copies: readonly ItemFacts[],
  ports: { readonly hash: HashPort },
  seals: Seals,
): Either<KernelError, readonly ContextItem[]> {
  const session = openPortSession(ports)
  return pipe(
    session.settle(copies.map((copy) => digested(copy, session.sha256Hex))),
    E.map((sealable) => sealBatch(sealable, seals)),
  )
}

function sealBatch(sealable: readonly ItemFacts[], seals: Seals): readonly ContextItem[] {
  const batch = { places: new Map(sealable.map(({ itemId }, place) => [itemId, place])) }
  sealable.forEach((facts, place) => {
    if (facts.batch === null) seals.add({ ...facts, batch, place })
  })
  return Object.freeze(sealable.map(({ item }) => item))
}
