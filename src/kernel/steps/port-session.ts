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
import { portFailed, problemOf, valueOf, type PortCall } from './lift-port.js'

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
  const { hash, tokenCounter } = ports
  let failure: PortFailed | null = null
  const fail = (call: PortCall, reason: string) => {
    failure ??= portFailed(call, reason)
  }
  // Called once or twice for every item of a plan, so neither makes a closure of its own.
  return {
    sha256Hex: (text) => {
      try {
        const reply = hash.sha256Hex(text)
        const problem = problemOf(reply, isSha256Hex)
        if (problem === null) return valueOf<string>(reply)
        fail(SHA256, problem)
      } catch {
        fail(SHA256, 'threw')
      }
      return NO_HASH
    },
    jointBound: (sums) => {
      try {
        const reply = tokenCounter?.jointSafe(sums)
        const problem = problemOf(reply, isTokens)
        if (problem === null) return valueOf<number>(reply)
        fail(JOINT_SAFE, problem)
      } catch {
        fail(JOINT_SAFE, 'threw')
      }
      return sums.safeSum
    },
    settle: (value) => (failure === null ? E.right(value) : E.left(failure)),
  }
}

const SHA256: PortCall = { port: 'Hash', method: 'sha256Hex' }
const JOINT_SAFE: PortCall = { port: 'TokenCounter', method: 'jointSafe' }
const NO_HASH = '0'.repeat(64)

function isSha256Hex(value: unknown): boolean {
  return typeof value === 'string' && value.length === 64 && !NOT_HEX_DIGIT.test(value)
}

const NOT_HEX_DIGIT = /[^0-9a-f]/

function isTokens(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
