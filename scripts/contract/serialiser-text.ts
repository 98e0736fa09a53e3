/**
 * Which code writes a guarded document as RFC 8785 canonical JSON? Keys stand in code-unit order when the code is
 * made, so that nothing is sorted when it runs.
 */
import type { ListShape, SealedShape, Shape } from '../../src/contract/shape.js'
import { hasFixedAlphabet } from './fixed-alphabet.js'
import type { FunctionShape } from './guard-text.js'
import { membersOf } from './named-shapes.js'

/** One written member: how it is named, whether it is there, and the expression of its value. */
export interface WrittenMember {
  readonly key: string
  /** A condition; absent for a member that is always there. */
  readonly present?: string
  /** Parts of the value: `text` stands as it is, `code` is an expression that answers a text. */
  readonly value: readonly Part[]
}

type Part = { readonly text: string } | { readonly code: string }

/** The members a sealed shape is written with, in code-unit order, read from the variable `value`. */
export function writtenMembers(shape: SealedShape): readonly WrittenMember[] {
  return membersOf(shape).map(({ key, field, isRequired }) => ({
    key,
    ...(isRequired ? {} : { present: `value.${key} !== undefined` }),
    value: parts(field.codec.shape, `value.${key}`),
  }))
}

/** The TypeScript type of what a shape's serialiser reads, without brands. */
export function plainType(shape: Shape): string {
  switch (shape._tag) {
    case 'Text':
      return 'string'
    case 'Integer':
      return 'number'
    case 'Flag':
      return 'boolean'
    case 'OneOf':
      return shape.values.map((word) => `'${word}'`).join(' | ')
    case 'List':
      return `readonly (${plainType(shape.item.shape)})[]`
    case 'Sealed':
      return `${shape.name}Plain`
  }
}

/** The interface of a sealed shape without brands. */
export function plainInterface(shape: SealedShape): string {
  const lines = membersOf(shape).map(
    ({ key, field, isRequired }) =>
      `readonly ${key}${isRequired ? '' : '?'}: ${plainType(field.codec.shape)}\n`,
  )
  return `interface ${shape.name}Plain {\n${lines.join('')}}\n`
}

/** The function that writes a list or a nested sealed shape. */
export function writerFunction(shape: FunctionShape): string {
  const head = `function write${shape.name}(value: ${plainType(shape)}): string {\n`
  return head + (shape._tag === 'List' ? listBody(shape) : membersBody(writtenMembers(shape))) + '}\n'
}

/** The body that writes an object of these members, whatever order they are given in. */
export function membersBody(members: readonly WrittenMember[]): string {
  const sorted = [...members].sort((a, b) => (a.key < b.key ? -1 : 1))
  const pivot = sorted.findIndex((member) => member.present === undefined)
  return pivot === -1 ? optionalBody(sorted) : pivotBody(sorted, pivot)
}

/** Members before the first one that is always there bring their comma after them, the others before them. */
function pivotBody(members: readonly WrittenMember[], pivot: number): string {
  let code = `let text = '{'\n`
  let pending: Part[] = []
  const flush = () => {
    if (pending.length > 0) code += `text += ${expression(pending)}\n`
    pending = []
  }
  members.forEach((member, at) => {
    const named = [{ text: `${at > pivot ? ',' : ''}"${member.key}":` }, ...member.value]
    if (at < pivot) named.push({ text: ',' })
    if (member.present === undefined) {
      pending.push(...named)
      return
    }
    flush()
    code += `if (${member.present}) text += ${expression(named)}\n`
  })
  pending.push({ text: '}' })
  return `${code}return text + ${expression(pending)}\n`
}

function optionalBody(members: readonly WrittenMember[]): string {
  const lines = members.map(
    ({ key, present, value }) => `if (${present ?? 'true'}) {
      text += ${expression([{ code: 'comma' }, { text: `"${key}":` }, ...value])}
      comma = ','
    }\n`,
  )
  return `let text = '{'\nlet comma = ''\n${lines.join('')}return text + '}'\n`
}

/** How many entries are laid out at a time; a power of two. */
const FLAT_ENTRIES = 64

function listBody(shape: ListShape): string {
  return `let text = '['
    let young = ''
    for (let index = 0; index < value.length; index += 1) {
      const entry = value[index] as ${plainType(shape.item.shape)}
      if (index > 0) young += ','
      young += ${expression(parts(shape.item.shape, 'entry'))}
      if ((index & ${FLAT_ENTRIES - 1}) === ${FLAT_ENTRIES - 1}) {
        text += flatText(young)
        young = ''
      }
    }
    return text + young + ']'\n`
}

function parts(shape: Shape, value: string): readonly Part[] {
  switch (shape._tag) {
    case 'Text':
    case 'OneOf':
      return hasFixedAlphabet(shape)
        ? [{ text: '"' }, { code: value }, { text: '"' }]
        : [{ code: `quoteJson(${value})` }]
    case 'Integer':
    case 'Flag':
      return [{ code: '`${' + value + '}`' }]
    case 'List':
    case 'Sealed':
      return [{ code: `write${shape.name}(${value})` }]
  }
}

/** Neighbouring texts become one literal. */
function expression(given: readonly Part[]): string {
  const merged: Part[] = []
  for (const part of given) {
    const last = merged.at(-1)
    if (last !== undefined && 'text' in last && 'text' in part) {
      merged[merged.length - 1] = { text: last.text + part.text }
    } else merged.push(part)
  }
  return merged.map((part) => ('text' in part ? `'${part.text}'` : part.code)).join(' + ')
}
