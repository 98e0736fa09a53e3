/**
 * Which fields of a part may go along? Each that has a rule and keeps it; every other is left out, and that is said.
 */
import type { JsonRecord } from './json-record.js'

/** By field, whether a value may stand in it. */
export type FieldRules = ReadonlyMap<string, (value: unknown) => boolean>

/** The record without what may not go along; the record itself where all of it may. */
export function fittedFields(record: JsonRecord, rules: FieldRules, note: () => void): JsonRecord {
  const entries = Object.entries(record)
  const fit = entries.filter(([key, value]) => rules.get(key)?.(value) === true)
  if (fit.length === entries.length) return record
  note()
  return Object.fromEntries(fit)
}

export function anyValue(): boolean {
  return true
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** A record with one field of another value; the record itself where the value is the same. */
export function withField(record: JsonRecord, key: string, value: unknown): JsonRecord {
  return record[key] === value ? record : { ...record, [key]: value }
}
