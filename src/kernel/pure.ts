/**
 * Which pure rules may hosts use? Those named here reach hosts through the facade.
 */
export {
  calibratedTokens,
  observeUsage,
  type UsageIgnored,
  type UsageOutcome,
} from '../rules/calibration/observe-usage.js'
export {
  cacheBreakpoints,
  CACHE_BREAKPOINTS_MAX,
  type CacheBreakpointsInput,
} from '../rules/context/cache-breakpoints.js'
export { denialOf, effectiveTrust, isSameScope, type Denial, type Gate } from '../rules/labels/admission.js'
export { deriveLabels } from '../rules/labels/derivation.js'
