/**
 * How does a host pay for validation and digests once? It seals items, and later plans trust the copies without
 * looking again. The copies are frozen; the originals may change without harm.
 */
import { E, pipe, type Either } from '../base/fp.js'
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
import { entryHead } from './steps/write-plan-body.js'
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
      E.bindW('around', () => decodeAround(SealTerms, request, ['items'])),
      E.bindW('facts', ({ around }) => decodeItems('SealRequest', around.apart.get('items'), seals)),
      E.bindW('copies', ({ facts }) => copyItems(facts)),
      E.flatMap(({ ports, copies }) => sealCopies(copies, ports, seals)),
    ),
  )
}

/**
 * Frozen copies; equal label sets become one, so that a plan judges each set once. What is sealed is the copy, so
 * the copy is what has to be valid: a proxy may answer the check and the copying differently.
 */
function copyItems(facts: readonly ItemFacts[]): Either<DocumentRefused, readonly ContextItem[]> {
  const labelSets = new Map<string, ContextItem['labels']>()
  const copies = facts.map(({ item, seal }) => (seal === null ? copyItem(item, labelSets) : item))
  const changed = copies.findIndex((copy) => !isContextItem(copy))
  if (changed < 0) return E.right(copies)
  const pointer = `/items/${String(changed)}`
  return E.left(documentRefused('SealRequest', [{ pointer, expected: 'readable-data' }]))
}

function copyItem(item: ContextItem, labelSets: Map<string, ContextItem['labels']>): ContextItem {
  const text = JSON.stringify(item.labels)
  const labels = labelSets.get(text) ?? freezeCopy(item.labels)
  labelSets.set(text, labels)
  return Object.freeze({ ...freezeCopy(item), labels })
}

/** Nothing is sealed unless every copy has its digest. */
function sealCopies(
  copies: readonly ContextItem[],
  ports: { readonly hash: HashPort },
  seals: Seals,
): Either<KernelError, readonly ContextItem[]> {
  const session = openPortSession(ports)
  const batch = { places: new Map(copies.map(({ itemId }, place) => [itemId, place])) }
  const sealed = copies.map((copy, place) => {
    const known = seals.find(copy)
    if (known !== undefined) return known
    const digest = digestItem(session.sha256Hex, copy)
    return factsOf(copy, {
      digest,
      batch,
      place,
      entryHead: entryHead(digest, copy.itemId),
      written: { reason: '', segment: '', text: '' },
    })
  })
  return pipe(
    session.settle(sealed),
    E.map((settled) => {
      settled.forEach(seals.add)
      return Object.freeze(settled.map(({ item }) => item))
    }),
  )
}
