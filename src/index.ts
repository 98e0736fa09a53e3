/**
 * The Context/Memory Kernel: what a language model sees, and what an agent remembers.
 *
 * @packageDocumentation
 */
export { createKernel, type Kernel, type KernelConfiguration } from './facade/create-kernel.js'
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
} from './facade/pure-rules.js'
export * from './contract/index.js'
export type * from './ports/index.js'
