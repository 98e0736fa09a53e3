/**
 * Which limits and defaults are in force? One document; its digest stands in every plan.
 */
import { field, schemaName, sealed } from './sealed.js'
import { integer } from './primitives.js'
import { Count, TokenCount } from './scalars.js'
import type { Plain, TypeOf } from './type-of.js'

/** The name of the options document; also the domain of its digest. @since 0.1.0 */
export const KERNEL_OPTIONS_SCHEMA = 'cmk/kernel-options/v1'

const Millionths = integer('Millionths', 0, 1_000_000)

/**
 * The share of the input budget each partition gets in the first round, in millionths. They bound, they do not
 * reserve: they need not add up to a million, and a larger minimum of the request takes the place of one.
 *
 * @since 0.1.0
 */
export const SoftShares = sealed({
  name: 'SoftShares',
  description:
    'What each partition gets of the input budget before what is left over is given out, in millionths.',
  required: {
    conversation: field(Millionths, 'Messages, tool evidence, artifact references.'),
    memory: field(Millionths, 'Memories and pins.'),
    evidence: field(Millionths, 'Recalled history.'),
    project: field(Millionths, 'Project snippets.'),
    summary: field(Millionths, 'Summaries.'),
  },
})
/** The share of the input budget of each partition, in millionths. @since 0.1.0 */
export type SoftShares = TypeOf<typeof SoftShares>

/**
 * Every limit and default of a kernel. The digest of the options in force stands in each plan, so two plans that
 * differ in them can be told apart.
 *
 * @since 0.1.0
 */
export const KernelOptions = sealed({
  name: 'KernelOptions',
  description: 'Every limit and default of the kernel.',
  required: {
    schema: schemaName(KERNEL_OPTIONS_SCHEMA),
    perMessageTokens: field(TokenCount, 'Overhead of each item of a plan.'),
    perPlanTokens: field(TokenCount, 'Overhead of a whole plan.'),
    softShares: field(SoftShares, 'What each partition gets before what is left over is given out.'),
    droppedDetailsMax: field(Count, 'How many dropped items a plan names; totals are exact beyond it.'),
  },
})
/** The options in force; hosts write a {@link KernelOptionsInput}. @since 0.1.0 */
export type KernelOptions = TypeOf<typeof KernelOptions>
/** Options as a host writes them: any of them, the rest by {@link DEFAULT_KERNEL_OPTIONS}. @since 0.1.0 */
export type KernelOptionsInput = Partial<Omit<Plain<KernelOptions>, 'schema'>>

/** What holds where a host says nothing; tokens, millionths of the input budget, and a count. @since 0.1.0 */
export const DEFAULT_KERNEL_OPTIONS = {
  schema: KERNEL_OPTIONS_SCHEMA,
  perMessageTokens: 4,
  perPlanTokens: 32,
  softShares: {
    conversation: 650_000,
    memory: 120_000,
    evidence: 80_000,
    project: 100_000,
    summary: 50_000,
  },
  droppedDetailsMax: 1_000,
} as const satisfies Plain<KernelOptions>
