/**
 * Does a test assert how long something took? Such a test fails on a slow machine and proves nothing on a
 * fast one; figures belong into a benchmark. Follows values through variables of one file, no further.
 */
import ts from 'typescript'
import { parseSource, visitAll } from './source-files.js'
import type { SourceText } from './source-files.js'
import { violationAt } from './violation.js'
import type { Violation } from './violation.js'

/** Tests whose subject is the clock itself: they compare instants, never durations, and say why here. */
export const CLOCK_TESTS: ReadonlyMap<string, string> = new Map([
  ['test/adapters/clock.port.test.ts', 'a Clock adapter must answer an instant of the real clock'],
])

const CLOCKS = ['Date.now', 'performance.now', 'performance.measure', 'process.hrtime', 'process.uptime']

/** Every assertion of the given tests that a reading of the clock reaches. */
export function findClockAssertions(
  tests: readonly SourceText[],
  allowed: ReadonlyMap<string, string> = CLOCK_TESTS,
): readonly Violation[] {
  return tests.filter((source) => !allowed.has(source.path)).flatMap((source) => violationsOf(source))
}

function violationsOf(source: SourceText): readonly Violation[] {
  const file = parseSource(source)
  const timed = timedNames(file)
  const found: Violation[] = []
  visitAll(file, (node) => {
    if (!ts.isCallExpression(node) || !isAssertion(node.expression)) return
    if (!node.arguments.some((argument) => isTimed(argument, timed))) return
    found.push(violationAt(node, 'clock-assertion', 'the assertion depends on a reading of the clock'))
  })
  return found
}

/** Names that hold a reading, or anything computed from one; repeated until no further name is found. */
function timedNames(file: ts.SourceFile): ReadonlySet<string> {
  const timed = new Set<string>()
  for (let known = -1; known !== timed.size;) {
    known = timed.size
    visitAll(file, (node) => {
      const [name, value] = assignment(node)
      if (name !== undefined && value !== undefined && isTimed(value, timed)) timed.add(name)
    })
  }
  return timed
}

const NOTHING: readonly [undefined, undefined] = [undefined, undefined]

function assignment(node: ts.Node): readonly [string | undefined, ts.Node | undefined] {
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) return [node.name.text, node.initializer]
  if (ts.isFunctionDeclaration(node) && isClockHelper(node)) return [node.name?.text, node.body]
  if (!ts.isBinaryExpression(node) || !ts.isIdentifier(node.left)) return NOTHING
  const kind = node.operatorToken.kind
  const assigns = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
  return assigns ? [node.left.text, node.right] : NOTHING
}

/** A function that returns a duration is a clock itself; one that only contains a test is not. */
function isClockHelper(node: ts.FunctionDeclaration): boolean {
  let returnsReading = false
  visitAll(node, (child) => {
    if (ts.isReturnStatement(child) && child.expression && isReading(child.expression)) returnsReading = true
  })
  return returnsReading
}

function isReading(node: ts.Node): boolean {
  return isTimed(node, new Set())
}

function isTimed(node: ts.Node, timed: ReadonlySet<string>): boolean {
  if (ts.isPropertyAccessExpression(node) && CLOCKS.some((clock) => node.getText().startsWith(clock)))
    return true
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date') return !node.arguments?.length
  if (ts.isIdentifier(node) && timed.has(node.text) && !isMemberName(node)) return true
  return ts.forEachChild(node, (child) => isTimed(child, timed) || undefined) === true
}

function isMemberName(node: ts.Identifier): boolean {
  const parent = node.parent
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  return ts.isPropertyAssignment(parent) && parent.name === node
}

function isAssertion(callee: ts.Expression): boolean {
  const root = ts.isPropertyAccessExpression(callee) ? callee.expression : callee
  return ts.isPropertyAccessExpression(root) ? isAssertion(root) : /^(assert|expect)$/.test(root.getText())
}
