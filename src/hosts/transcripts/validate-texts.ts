/**
 * Where does a payload hold half a character (a lone surrogate), which no provider can be sent? Looks at every text and
 * every name of a field; shares no code with readers and writers.
 */
import type { RuleBreach } from './rule-breach.js'

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

interface Place {
  readonly value: unknown
  readonly key: string
  readonly parent: Place | null
}

/** In order of position; a field whose name is broken is named by what holds it. */
export function illFormedTexts(payload: unknown): readonly RuleBreach[] {
  const breaches: RuleBreach[] = []
  const seen = new Set<object>()
  const left: Place[] = [{ value: payload, key: '', parent: null }]
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    const { value } = place
    if (typeof value === 'string' && LONE.test(value)) breaches.push(breachAt(place))
    if (typeof value !== 'object' || value === null || isBytes(value) || seen.has(value)) continue
    seen.add(value)
    const keys = Object.keys(value)
    if (!Array.isArray(value) && keys.some((key) => LONE.test(key))) breaches.push(breachAt(place))
    for (let at = keys.length - 1; at >= 0; at -= 1) {
      const key = keys[at] as string
      left.push({ value: (value as Record<string, unknown>)[key], key, parent: place })
    }
  }
  return breaches
}

/** A program may give data as bytes. */
function isBytes(value: object): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer
}

function breachAt(place: Place): RuleBreach {
  const keys: string[] = []
  for (let at: Place = place; at.parent !== null; at = at.parent)
    keys.unshift(at.key.replaceAll('~', '~0').replaceAll('/', '~1'))
  return { rule: 'well-formed-text', pointer: keys.map((key) => `/${key}`).join('') }
}
