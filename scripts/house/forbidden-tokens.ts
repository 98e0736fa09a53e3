/**
 * Which clocks, dice, locales, engine tables and inexact functions does a pure file use?
 * Works on the syntax tree, so comments and strings never trip it.
 */
import ts from 'typescript'
import { visitAll } from './source-files.js'
import { violationAt } from './violation.js'
import type { Violation } from './violation.js'

/** Globals whose value differs between runs or engines. `Date` has one exact member: `Date.UTC`. */
const FORBIDDEN_GLOBALS = new Map([
  ['Intl', 'locale data differs between engines'],
  ['globalThis', 'reaches every other forbidden global'],
  ['eval', 'cannot be checked'],
  ['WeakRef', 'answers depend on garbage collection'],
  ['FinalizationRegistry', 'runs depend on garbage collection'],
])

const FORBIDDEN_MEMBERS = new Map([
  ['localeCompare', 'order by code unit instead'],
  ['normalize', 'uses the Unicode tables of the engine'],
  ['toLowerCase', 'uses the Unicode tables of the engine'],
  ['toUpperCase', 'uses the Unicode tables of the engine'],
  ['isWellFormed', 'is absent from older engines; use base/text'],
  ['toWellFormed', 'repairs silently; refuse instead'],
])

/** Results the specification leaves to the engine. `sqrt` is left out: every engine rounds it correctly. */
const INEXACT_MATH = new Set(
  (
    'acos acosh asin asinh atan atanh atan2 cbrt cos cosh exp expm1 hypot ' +
    'log log1p log10 log2 pow random sin sinh tan tanh'
  ).split(' '),
)

/** Finds every forbidden token of a pure file, in source order. */
export function findForbiddenTokens(file: ts.SourceFile): readonly Violation[] {
  const found: Violation[] = []
  visitAll(file, (node) => {
    const reason = reasonOf(node)
    if (reason !== undefined) found.push(violationAt(node, 'forbidden-token', reason))
  })
  return found
}

function reasonOf(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return reasonOfGlobal(node)
  if (ts.isRegularExpressionLiteral(node)) return reasonOfPattern(node.text)
  if (ts.isNewExpression(node) || ts.isCallExpression(node)) return reasonOfMadePattern(node)
  if (ts.isBinaryExpression(node)) return reasonOfOperator(node.operatorToken.kind)
  const member = memberName(node)
  return member === undefined ? undefined : reasonOfMember(node, member)
}

function reasonOfGlobal(node: ts.Identifier): string | undefined {
  if (!isValueUse(node)) return undefined
  if (node.text === 'Date' && !isMemberOf(node, 'UTC')) return '`Date`: time is an input, in a stamp'
  const reason = FORBIDDEN_GLOBALS.get(node.text)
  return reason === undefined ? undefined : `\`${node.text}\` ${reason}`
}

function isValueUse(node: ts.Identifier): boolean {
  const parent = node.parent
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isTypeReferenceNode(parent) || ts.isQualifiedName(parent)) return false
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node
  if (ts.isParameter(parent)) return parent.initializer === node
  return ts.isExpression(parent) || ts.isStatement(parent) || ts.isShorthandPropertyAssignment(parent)
}

function isMemberOf(node: ts.Identifier, name: string): boolean {
  return ts.isPropertyAccessExpression(node.parent) && node.parent.name.text === name
}

/** The member a node reads, through a dot, brackets or destructuring. */
function memberName(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    return node.argumentExpression.text
  }
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return undefined
  const read = node.propertyName ?? node.name
  return ts.isIdentifier(read) ? read.text : undefined
}

function reasonOfMember(node: ts.Node, member: string): string | undefined {
  if (readsMath(node)) {
    return INEXACT_MATH.has(member) ? `\`Math.${member}\` differs between engines or runs` : undefined
  }
  if (member.startsWith('toLocale')) return `\`${member}\` depends on the locale`
  const reason = FORBIDDEN_MEMBERS.get(member)
  return reason === undefined ? undefined : `\`${member}\` ${reason}`
}

function readsMath(node: ts.Node): boolean {
  const isMath = (from: ts.Node | undefined) =>
    from !== undefined && ts.isIdentifier(from) && from.text === 'Math'
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    return isMath(node.expression)
  }
  const declaration = node.parent.parent
  return ts.isVariableDeclaration(declaration) && isMath(declaration.initializer)
}

function reasonOfPattern(literal: string): string | undefined {
  const end = literal.lastIndexOf('/')
  return reasonOfRegExp(literal.slice(1, end), literal.slice(end + 1))
}

function reasonOfMadePattern(node: ts.NewExpression | ts.CallExpression): string | undefined {
  if (!ts.isIdentifier(node.expression) || node.expression.text !== 'RegExp') return undefined
  const [source, flags] = [node.arguments?.[0], node.arguments?.[1]]
  const textOf = (part: ts.Expression | undefined) => (part && ts.isStringLiteralLike(part) ? part.text : '')
  return reasonOfRegExp(textOf(source), textOf(flags))
}

function reasonOfRegExp(source: string, flags: string): string | undefined {
  if (/(^|[^\\])(\\\\)*\\[pP]\{/.test(source)) return '`\\p{` uses the Unicode tables of the engine'
  const folds = flags.includes('i') && /[uv]/.test(flags)
  return folds ? `flags \`${flags}\` fold case with the Unicode tables of the engine` : undefined
}

function reasonOfOperator(kind: ts.SyntaxKind): string | undefined {
  const isPower =
    kind === ts.SyntaxKind.AsteriskAsteriskToken || kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken
  return isPower ? '`**` differs between engines; multiply whole numbers' : undefined
}
