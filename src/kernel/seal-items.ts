/**
 * How does a host pay for validation and digests once? It seals items, and later plans trust the copies without
 * looking again. The copies are frozen; the originals may change without harm.
 */
import { E, pipe, type Either } from '../base/fp.js'
import type { Digest } from '../base/digest.js'
import { freezeCopy } from '../base/freeze-copy.js'
import { Caller } from '../contract/caller.js'
import type { ContextItem } from '../contract/context-item.js'
import { decode } from '../contract/decode.js'
import type { KernelError } from '../contract/kernel-error.js'
import { SealTerms } from '../contract/plan-request.js'
import { factsOf, type ItemFacts } from '../rules/context/item-facts.js'
import { requirePorts, type Environment } from './environment.js'
import { decodeAround } from './steps/decode-around.js'
import { decodeItems } from './steps/decode-items.js'
import { digestItem } from './steps/digest-item.js'
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
  return pipe(
    requirePorts(environment, 'sealItems', ['hash']),
    E.bindTo('ports'),
    E.bindW('caller', () => decode(Caller, caller)),
    E.bindW('around', () => decodeAround(SealTerms, request)),
    E.bindW('facts', ({ around }) => decodeItems('SealRequest', around.items, seals)),
    E.flatMap(({ ports, facts }): Either<KernelError, readonly Copied[]> => {
      const session = openPortSession(ports)
      return session.settle(facts.map(({ item }) => copyItem(item, seals, session.sha256Hex)))
    }),
    E.map((copies) => Object.freeze(copies.map((copied) => sealCopy(copied, seals)))),
  )
}

interface Copied {
  readonly facts: ItemFacts
  readonly digest: Digest
}

function copyItem(item: ContextItem, seals: Seals, sha256Hex: (text: string) => string): Copied {
  const sealed = seals.find(item)
  if (sealed !== undefined) return sealed
  const copy = freezeCopy(item)
  return { facts: factsOf(copy), digest: digestItem(sha256Hex, copy) }
}

function sealCopy({ facts, digest }: Copied, seals: Seals): ContextItem {
  seals.add(facts.item, { facts, digest })
  return facts.item
}
