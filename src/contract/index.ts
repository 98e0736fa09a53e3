/**
 * What does `./contract` offer? The codecs of every document, their types, refusals, results and defaults; never
 * the generated guards and serialisers.
 *
 * @packageDocumentation
 */
export * from './calibration.js'
export * from './caller.js'
export * from './context-item.js'
export * from './context-plan.js'
export * from './documents.js'
export * from './epoch.js'
export * from './kernel-options.js'
export * from './labels.js'
export * from './partition.js'
export * from './placement.js'
export * from './placements.js'
export * from './plan-request.js'
export * from './result.js'
export * from './scalars.js'
export * from './source.js'
export { decodeDocument } from './decode-document.js'
export { ISSUES_MAX, type Undecoded } from './decode.js'
export { KERNEL_ERRORS } from './kernel-error.js'
export type {
  BudgetInvalid,
  DocumentNewer,
  DocumentRefused,
  Issue,
  KernelError,
  MessagesRefused,
  PortFailed,
  PortMissing,
  ProtectedItem,
  ProtectedNotAdmitted,
  ProtectedOverBudget,
  ProtectedOverCeiling,
  Retry,
  TranscriptRefused,
} from './kernel-error.js'
export type {
  AnyCodec,
  Codec,
  Field,
  FlagShape,
  IntegerShape,
  ListShape,
  OneOfShape,
  Rule,
  SealedShape,
  Shape,
  TextShape,
} from './shape.js'
export type { Plain, TypeOf } from './type-of.js'
