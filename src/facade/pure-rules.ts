/**
 * Which rules may a host apply without a kernel? Those that judge and derive labels, learn from reported use, and say
 * where cache marks pay; they need no port and decide as the kernel decides.
 */
export {
  cacheBreakpoints,
  CACHE_BREAKPOINTS_MAX,
  calibratedTokens,
  deriveLabels,
  denialOf,
  effectiveTrust,
  isSameScope,
  observeUsage,
  type CacheBreakpointsInput,
  type Denial,
  type Gate,
  type UsageIgnored,
  type UsageOutcome,
} from '../kernel/pure.js'
