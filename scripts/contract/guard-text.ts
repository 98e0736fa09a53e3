/**
 * Which code answers whether a value has a shape? One function a list or sealed shape, one expression a scalar;
 * the answer is that of the codec the shape belongs to.
 */
import type { ListShape, OneOfShape, SealedShape, Shape, TextShape } from '../../src/contract/shape.js'
import { membersOf } from './named-shapes.js'
import { hasFixedAlphabet } from './fixed-alphabet.js'

/** Shapes whose guard is a function of its own. */
export type FunctionShape = ListShape | SealedShape

/** Whether the guard of a shape is a function of its own. */
export function hasOwnFunction(shape: Shape): shape is FunctionShape {
  return shape._tag === 'List' || shape._tag === 'Sealed'
}

/** The constants that the guards of these shapes refer to: one regular expression a pattern. */
export function patternConstants(shapes: readonly Shape[]): string {
  return shapes
    .filter((shape) => shape._tag === 'Text')
    .flatMap((shape) =>
      shape.pattern === undefined
        ? []
        : [`const ${patternName(shape)} = /${shape.pattern.replaceAll('/', '\\/')}/u\n`],
    )
    .join('')
}

/** The guard function of a list or sealed shape; `isDocument` makes it an exported type guard. */
export function guardFunction(shape: FunctionShape, isDocument: boolean): string {
  const answer = isDocument ? `value is ${shape.name}` : 'boolean'
  const body = shape._tag === 'List' ? listBody(shape) : sealedBody(shape, check)
  return `${isDocument ? guardDoc(shape) : ''}function is${shape.name}(value: unknown): ${answer} {\n${body}}\n`
}

/**
 * The guards of a document whose part `shared` is often one and the same object in many documents: one guard for
 * a single document, and one for a pass over many of them that looks at each such object once.
 */
export function passGuardFunctions(document: SealedShape, shared: SealedShape): string {
  const { name } = document
  const body = sealedBody(document, (shape, entry) =>
    shape === shared ? `isSeen${shared.name}(${entry}, seen)` : check(shape, entry),
  )
  const stem = name.charAt(0).toLowerCase() + name.slice(1)
  return `${guardDoc(document)}function is${name}(value: unknown): value is ${name} {
      return isIn${name}(value, undefined)
    }

    /**
     * A guard for one pass over many documents. It answers as \`is${name}\` does, and looks once at ${shared.name}
     * that several of them share by reference; nothing may change them during the pass.
     */
    export function ${stem}Guard(): (value: unknown) => value is ${name} {
      const seen = new Set<unknown>()
      return (value): value is ${name} => isIn${name}(value, seen)
    }

    /** A pass in which every document has its own would only fill the set. */
    const SEEN_MAX = 64

    function isSeen${shared.name}(value: unknown, seen: Set<unknown> | undefined): boolean {
      if (seen === undefined) return is${shared.name}(value)
      if (seen.has(value)) return true
      if (!is${shared.name}(value)) return false
      if (seen.size < SEEN_MAX) seen.add(value)
      return true
    }

    function isIn${name}(value: unknown, seen: Set<unknown> | undefined): boolean {\n${body}}\n`
}

function guardDoc(shape: FunctionShape): string {
  return `/** Answers as \`${shape.name}.is\` does; rules are not looked at. */\nexport `
}

function listBody(shape: ListShape): string {
  return `if (!isPlainList(value, ${shape.min}, ${shape.max})) return false
    for (let index = 0; index < value.length; index += 1) {
      const entry = ownEntry(value, index)
      if (!(${check(shape.item.shape, 'entry')})) return false
    }
    return true\n`
}

/** Descriptors are read in place and not through a function: it is what the guard spends its time on. */
function sealedBody(shape: SealedShape, checkOf: typeof check): string {
  const members = membersOf(shape)
  const required = members.filter((member) => member.isRequired)
  const lines = members.map(({ key, field, isRequired }) => {
    const test = `property = getOwnPropertyDescriptor(value, '${key}')
      if (property === undefined || property.enumerable !== true) return false
      entry = property.value
      if (!(${checkOf(field.codec.shape, 'entry')})) return false\n`
    return isRequired ? test : `if (hasOwn(value, '${key}')) {\ncount += 1\n${test}}\n`
  })
  const counter = required.length === members.length ? '' : `let count = ${required.length}\n`
  return `if (!isPlainObject(value)) return false
    let property: PropertyDescriptor | undefined
    let entry: unknown
    ${counter}${lines.join('')}return hasNoOtherKeys(value, ${counter === '' ? required.length : 'count'})\n`
}

function check(shape: Shape, entry: string): string {
  switch (shape._tag) {
    case 'Text':
      return textCheck(shape, entry)
    case 'Integer':
      return `isInteger(${entry}, ${shape.min}, ${shape.max})`
    case 'Flag':
      return `typeof ${entry} === 'boolean'`
    case 'OneOf':
      return wordCheck(shape, entry)
    case 'List':
    case 'Sealed':
      return `is${shape.name}(${entry})`
  }
}

/** In a fixed alphabet a code unit is a code point, so that the length alone is compared. */
function textCheck(shape: TextShape, entry: string): string {
  if (shape.pattern === undefined) return `isText(${entry}, ${shape.min}, ${shape.max})`
  const length =
    shape.min === shape.max
      ? `${entry}.length === ${shape.min}`
      : `${entry}.length >= ${shape.min} && ${entry}.length <= ${shape.max}`
  if (!hasFixedAlphabet(shape)) throw new Error(`the pattern of ${shape.name} needs a guard of its own`)
  return `typeof ${entry} === 'string' && ${length} && ${patternName(shape)}.test(${entry})`
}

function wordCheck(shape: OneOfShape, entry: string): string {
  return shape.values.map((word) => `${entry} === '${word}'`).join(' || ')
}

function patternName(shape: TextShape): string {
  return shape.name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
}
