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
 * The guards of a document whose parts `shared`, each inside the one before, are often one and the same object in many
 * documents: one guard for a single document, and one for a pass over many that looks at each such object once.
 */
export function passGuardFunctions(document: SealedShape, shared: readonly SealedShape[]): string {
  const { name } = document
  const stem = name.charAt(0).toLowerCase() + name.slice(1)
  const names = shared.map((shape) => shape.name).join(' and ')
  return `${guardDoc(document)}function is${name}(value: unknown): value is ${name} {
      return isIn${name}(value, undefined)
    }

    /**
     * A guard for one pass over many documents. It answers as \`is${name}\` does, and looks once at ${names}
     * that several of them share by reference; nothing may change them during the pass.
     */
    export function ${stem}Guard(): (value: unknown) => value is ${name} {
      const seen: Seen = [${shared.map(() => 'new Set()').join(', ')}]
      return (value): value is ${name} => isIn${name}(value, seen)
    }

    /** What a pass has looked at, by the part of the document. */
    type Seen = readonly Set<unknown>[]

    /** A pass in which every document has its own would only fill the sets. */
    const SEEN_MAX = 64

    ${[document, ...shared].map((shape, at) => passFunctions(shape, shared[at], at)).join('\n')}`
}

/** The guard of one part in a pass; `inner` is the part inside it that is looked at once. */
function passFunctions(shape: SealedShape, inner: SealedShape | undefined, at: number): string {
  const { name } = shape
  const body = sealedBody(shape, (part, entry) =>
    part === inner ? `isSeen${inner.name}(${entry}, seen)` : check(part, entry),
  )
  const inPass = `function isIn${name}(value: unknown, seen: Seen | undefined): boolean {\n${body}}\n`
  const look = inner === undefined ? `is${name}(value)` : `isIn${name}(value, seen)`
  const once = `function isSeen${name}(value: unknown, seen: Seen | undefined): boolean {
      if (seen === undefined) return is${name}(value)
      const known = seen[${at - 1}] as Set<unknown>
      if (known.has(value)) return true
      if (!${look}) return false
      if (known.size < SEEN_MAX) known.add(value)
      return true
    }\n`
  if (at === 0) return inPass
  return inner === undefined ? once : `${inPass}\n${once}`
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
