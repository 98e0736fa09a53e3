/**
 * Which rules may a host apply without a kernel? Those that judge and derive labels; they need no port and decide as
 * the kernel decides.
 */
export {
  deriveLabels,
  denialOf,
  effectiveTrust,
  isSameScope,
  type Denial,
  type Gate,
} from '../kernel/pure.js'
