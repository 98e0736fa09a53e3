/**
 * How do pure rules use a synchronous port without knowing of ports? Through plain functions that never fail: the
 * first failure is kept, a harmless stand-in goes on, and the operation asks at the end and refuses.
 */
import { E, type Either } from '../../base/fp.js'
import type { Sha256Hex } from '../../base/digest.js'
import type { TokenSums } from '../../base/tokens/estimate.js'
import type { PortFailed } from '../../contract/kernel-error.js'
import type { HashPort } from '../../ports/hash.js'
import type { TokenCounterPort } from '../../ports/token-counter.js'
import { liftSync } from './lift-port.js'

/** The synchronous ports of one operation, as functions, and their first failure. */
export interface PortSession {
  readonly sha256Hex: Sha256Hex
  readonly jointBound: (sums: TokenSums) => number
  /** Right: `value`, if no port has failed. Left: the first failure. */
  readonly settle: <A>(value: A) => Either<PortFailed, A>
}

/** Opens a session; the caller must `settle` before it answers. */
export function openPortSession(ports: {
  readonly hash: HashPort
  readonly tokenCounter?: TokenCounterPort
}): PortSession {
  let failure: PortFailed | null = null
  const take = <A>(reply: Either<PortFailed, A>, standIn: A): A => {
    if (E.isRight(reply)) return reply.right
    failure ??= reply.left
    return standIn
  }
  return {
    sha256Hex: (text) =>
      take(
        liftSync(SHA256, () => ports.hash.sha256Hex(text), isSha256Hex),
        NO_HASH,
      ),
    jointBound: (sums) => {
      const counter = ports.tokenCounter
      if (counter === undefined) return sums.safeSum
      return take(
        liftSync(JOINT_SAFE, () => counter.jointSafe(sums), isTokens),
        sums.safeSum,
      )
    },
    settle: (value) => (failure === null ? E.right(value) : E.left(failure)),
  }
}

const SHA256 = { port: 'Hash', method: 'sha256Hex' }
const JOINT_SAFE = { port: 'TokenCounter', method: 'jointSafe' }
const NO_HASH = '0'.repeat(64)

function isSha256Hex(value: unknown): value is string {
  return typeof value === 'string' && value.length === 64 && HEX.test(value)
}

const HEX = /^[0-9a-f]+$/

function isTokens(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
