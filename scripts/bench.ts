/**
 * How fast is the kernel beside a primitive everybody knows? Ratios of medians in one process, never seconds alone.
 * Usage: npm run bench -- plan [--json]
 */
import { benchPlan } from './measure/bench-plan.js'
import { benchPrefix } from './measure/bench-prefix.js'
import { benchTokens } from './measure/bench-tokens.js'
import { runMeasures } from './measure/run-measures.js'

runMeasures(
  'bench',
  new Map([
    ['plan', benchPlan],
    ['prefix', benchPrefix],
    ['tokens', benchTokens],
  ]),
)
