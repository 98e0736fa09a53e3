/**
 * What does a house check answer, and how is it printed? Never decides what a violation is.
 */
import { pathToFileURL } from 'node:url'
import type ts from 'typescript'

/** One broken rule at one place. `rule` is a stable name that the house tests compare. */
export interface Violation {
  readonly rule: string
  readonly path: string
  readonly line: number
  readonly detail: string
}

/** Makes a violation at the line where `node` begins. */
export function violationAt(node: ts.Node, rule: string, detail: string): Violation {
  const file = node.getSourceFile()
  const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
  return { rule, path: file.fileName, line, detail }
}

/** Makes a violation of a whole file. */
export function violationOf(path: string, rule: string, detail: string): Violation {
  return { rule, path, line: 1, detail }
}

/** One line for a person, in the form editors can jump to. */
export function formatViolation(violation: Violation): string {
  return `${violation.path}:${violation.line} ${violation.rule}: ${violation.detail}`
}

/** Runs `check` and ends the process when the file at `moduleUrl` was started as a command. */
export async function runAsCommand(
  moduleUrl: string,
  check: () => Checked | Promise<Checked>,
): Promise<void> {
  const started = process.argv[1]
  if (started === undefined || pathToFileURL(started).href !== moduleUrl) return
  const { subject, violations } = await check()
  for (const violation of violations) console.error(formatViolation(violation))
  console.log(`${subject}: ${violations.length} violations`)
  process.exitCode = violations.length === 0 ? 0 : 1
}

/** What a command checked, in words with a count, and what it found. */
export interface Checked {
  readonly subject: string
  readonly violations: readonly Violation[]
}
