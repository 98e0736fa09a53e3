/**
 * Does the kernel keep its promises on real input? Usage: npm run eval -- plan [--json]
 */
import { evalPlan } from './measure/eval-plan.js'
import { runMeasures } from './measure/run-measures.js'

runMeasures('eval', new Map([['plan', evalPlan]]))
