/**
 * What does every operation stand on? The ports, the options in force with their digest, and the items this kernel
 * has sealed.
 */
import { E, pipe, type Either } from '../base/fp.js'
import { digestOf, type Digest } from '../base/digest.js'
import { freezeCopy } from '../base/freeze-copy.js'
import { decode, documentRefused, type Undecoded } from '../contract/decode.js'
import { refuse, type KernelError, type PortMissing } from '../contract/kernel-error.js'
import {
  DEFAULT_KERNEL_OPTIONS,
  KERNEL_OPTIONS_SCHEMA,
  KernelOptions,
  type KernelOptionsInput,
} from '../contract/kernel-options.js'
import { plainEntries } from '../contract/sealed.js'
import type { ClockPort } from '../ports/clock.js'
import type { HashPort } from '../ports/hash.js'
import type { IdsPort } from '../ports/ids.js'
import type { TokenCounterPort } from '../ports/token-counter.js'
import { guardReads } from './steps/guard-reads.js'
import { openPortSession } from './steps/port-session.js'
import { openSeals, type Seals } from './steps/seals.js'

/** Every port a host may hand over; each operation names the ones it lacks. @since 0.1.0 */
export interface KernelPorts {
  readonly hash?: HashPort
  readonly clock?: ClockPort
  readonly ids?: IdsPort
  readonly tokenCounter?: TokenCounterPort
}

/**
 * What every operation stands on; made once by {@link prepareEnvironment}. Items sealed in one
 * environment are sealed in no other.
 *
 * @since 0.1.0
 */
export interface Environment {
  readonly ports: KernelPorts
  readonly options: KernelOptions
  /** The digest of the options, or null without a Hash port. */
  readonly optionsDigest: Digest | null
  readonly seals: Seals
}

/**
 * Prepares an environment over ports and options; what the options leave out has its default.
 *
 * @returns Right: the environment; the options in it are a frozen copy. Left: `DocumentRefused` | `DocumentNewer` for
 *          the options, `PortFailed` when the Hash port cannot digest them. A missing port is no refusal here.
 * @since 0.1.0
 */
export function prepareEnvironment(
  ports: KernelPorts = {},
  options: KernelOptionsInput = {},
): Either<KernelError, Environment> {
  return guardReads('KernelOptions', [options], () =>
    pipe(
      E.Do,
      E.bind('options', () => decodeCopy(options)),
      E.bindW('optionsDigest', ({ options: copy }) => digestOptions(ports, copy)),
      E.map((prepared) => ({ ports, seals: openSeals(), ...prepared })),
    ),
  )
}

/**
 * A frozen copy of the options. The digest of the options stands in every plan, so the host's object must not change
 * them afterwards, and what is digested is the copy, which has been checked itself.
 */
function decodeCopy(options: unknown): Either<Undecoded, KernelOptions> {
  return pipe(
    decode(KernelOptions, withDefaults(options)),
    E.flatMap((decoded) => decode(KernelOptions, freezeCopy(decoded))),
  )
}

/** The options with what the host says over the defaults; what is no plain data is left for decoding to refuse. */
function withDefaults(options: unknown): unknown {
  const given = plainEntries(options)
  return given === null ? options : { ...DEFAULT_KERNEL_OPTIONS, ...Object.fromEntries(given) }
}

/**
 * The ports an operation needs.
 *
 * @returns Left: `PortMissing` with the name of every one that was not handed over.
 * @req REQ-PORT-225
 * @since 0.1.0
 */
export function requirePorts<K extends keyof KernelPorts>(
  environment: Environment,
  operation: string,
  needed: readonly K[],
): Either<PortMissing, Required<Pick<KernelPorts, K>>> {
  const missing = needed.filter((name) => environment.ports[name] === undefined)
  if (missing.length > 0) return E.left(portMissing(operation, missing))
  return E.right(environment.ports as Required<Pick<KernelPorts, K>>)
}

function digestOptions(ports: KernelPorts, options: KernelOptions): Either<KernelError, Digest | null> {
  if (ports.hash === undefined) return E.right(null)
  const session = openPortSession({ hash: ports.hash })
  return pipe(
    digestOf(session.sha256Hex, KERNEL_OPTIONS_SCHEMA, options),
    E.mapLeft(({ pointer }): KernelError =>
      documentRefused('KernelOptions', [{ pointer, expected: 'canonical-text' }]),
    ),
    E.flatMap((digest) => session.settle(digest)),
  )
}

function portMissing(operation: string, ports: readonly string[]): PortMissing {
  return refuse('PortMissing', {
    operation,
    ports,
    message: `\`${operation}\` needs the ports ${ports.join(', ')}; hand them to createKernel`,
  })
}
