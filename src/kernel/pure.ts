/**
 * Which pure rules may hosts use? Those named here reach hosts through the facade.
 */
export { denialOf, effectiveTrust, isSameScope, type Denial, type Gate } from '../rules/labels/admission.js'
export { deriveLabels } from '../rules/labels/derivation.js'
