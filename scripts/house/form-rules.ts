/**
 * Is the code of one file within the limits of form: function length, parameters, pipes, classes, switches?
 */
import ts from 'typescript'
import { visitAll } from './source-files.js'
import { violationAt } from './violation.js'
import type { Violation } from './violation.js'

/** Longest function, from its first to its last line. */
export const FUNCTION_LINES_MAX = 70
/** More arguments than these travel in one object with names. */
export const PARAMETERS_MAX = 3
/** Longest chain of one `pipe` or `flow`. */
export const PIPE_STEPS_MAX = 6

/** The two errors that are thrown; everything else is a value. Tests make classes to plant hostile values. */
const ALLOWED_CLASSES = ['KernelFailure', 'InvariantViolation']

/** Every broken form rule of a parsed file, in source order. */
export function findFormViolations(file: ts.SourceFile): readonly Violation[] {
  const found: Violation[] = []
  visitAll(file, (node) => {
    for (const rule of [functionLines, parameters, pipeSteps, classes, switchDefault]) {
      const detail = rule.reason(node)
      if (detail !== undefined) found.push(violationAt(node, rule.name, detail))
    }
  })
  return found
}

interface FormRule {
  readonly name: string
  readonly reason: (node: ts.Node) => string | undefined
}

const functionLines: FormRule = {
  name: 'function-lines',
  reason: (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return undefined
    const file = node.getSourceFile()
    const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line
    const lines = lineAt(node.end) - lineAt(node.getStart(file)) + 1
    return lines > FUNCTION_LINES_MAX ? `${lines} lines, limit ${FUNCTION_LINES_MAX}` : undefined
  },
}

const parameters: FormRule = {
  name: 'parameters',
  reason: (node) => {
    if (!ts.isFunctionLike(node)) return undefined
    const count = node.parameters.filter((parameter) => parameter.name.getText() !== 'this').length
    return count > PARAMETERS_MAX ? `${count} parameters, limit ${PARAMETERS_MAX}` : undefined
  },
}

const pipeSteps: FormRule = {
  name: 'pipe-steps',
  reason: (node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined
    const callee = node.expression.text
    if (callee !== 'pipe' && callee !== 'flow') return undefined
    const steps = callee === 'pipe' ? node.arguments.length - 1 : node.arguments.length
    return steps > PIPE_STEPS_MAX ? `${steps} steps, limit ${PIPE_STEPS_MAX}` : undefined
  },
}

const classes: FormRule = {
  name: 'class',
  reason: (node) => {
    if (node.getSourceFile().fileName.startsWith('test/')) return undefined
    if (!ts.isClassLike(node) || ALLOWED_CLASSES.includes(node.name?.text ?? '')) return undefined
    return `classes are ${ALLOWED_CLASSES.join(' and ')} only`
  },
}

/** Without `default` the compiler names the case that somebody forgot. */
const switchDefault: FormRule = {
  name: 'switch-default',
  reason: (node) => {
    if (!ts.isSwitchStatement(node) || !isTag(node.expression)) return undefined
    return node.caseBlock.clauses.some(ts.isDefaultClause) ? 'a switch on `_tag` has no default' : undefined
  },
}

function isTag(node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === '_tag'
  return ts.isIdentifier(node) && node.text === '_tag'
}
