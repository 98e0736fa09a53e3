/**
 * The Context/Memory Kernel: what a language model sees, and what an agent remembers.
 *
 * @packageDocumentation
 */
export { createKernel, type Kernel, type KernelConfiguration } from './facade/create-kernel.js'
export {
  deriveLabels,
  denialOf,
  effectiveTrust,
  isSameScope,
  type Denial,
  type Gate,
} from './facade/pure-rules.js'
export * from './contract/index.js'
export type * from './ports/index.js'
