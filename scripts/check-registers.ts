/**
 * Do the registers, the code, the documentation, the fixtures and the test titles say the same?
 * Each comparison is a function of its own in `house/`; this file gathers what they compare.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { KERNEL_ERRORS } from '../src/contract/kernel-error.js'
import { findClockAssertions } from './house/clock-assertions.js'
import { findErrorViolations } from './house/error-register.js'
import type { ErrorSources, RegisteredError } from './house/error-register.js'
import { findInvariantViolations, INVARIANTS_PATH } from './house/invariant-register.js'
import type { InvariantSources } from './house/invariant-register.js'
import { findPortViolations } from './house/port-register.js'
import type { RegisteredPort } from './house/port-register.js'
import { readJson, readSources, REPOSITORY_ROOT } from './house/source-files.js'
import { findTitleViolations, REQUIREMENTS_PATH } from './house/test-titles.js'
import type { Requirement } from './house/test-titles.js'
import { runAsCommand } from './house/violation.js'
import type { Violation } from './house/violation.js'

/** The requirements as they are registered. */
export function readRequirements(): readonly Requirement[] {
  return readJson<{ requirements: Requirement[] }>(REQUIREMENTS_PATH).requirements
}

/** The ports as they are registered. */
export function readPorts(): readonly RegisteredPort[] {
  return readJson<{ ports: RegisteredPort[] }>('inventory/ports.json').ports
}

/** Union, register, page and fixtures of the errors. */
export function readErrorSources(): ErrorSources {
  return {
    union: KERNEL_ERRORS,
    register: readJson<{ errors: RegisteredError[] }>('inventory/errors.json').errors,
    page: readText('docs/errors.md') ?? '',
    fixtures: readSources(['fixtures/errors'], '.json').map((file) => file.text),
  }
}

/** The invariants, and what they name. */
export function readInvariantSources(): InvariantSources {
  return {
    markdown: readText(INVARIANTS_PATH) ?? '',
    requirementIds: new Set(readRequirements().map((one) => one.id)),
    textOf: readText,
  }
}

/** Every disagreement of the real repository. */
export function findRegisterViolations(): readonly Violation[] {
  const tests = readSources(['test'], '.test.ts')
  return [
    ...findTitleViolations(tests, readRequirements()),
    ...findClockAssertions(tests),
    ...findErrorViolations(readErrorSources()),
    ...findPortViolations(readPorts(), [...readSources(['src']), ...tests]),
    ...findInvariantViolations(readInvariantSources()),
  ]
}

function readText(path: string): string | undefined {
  const absolute = join(REPOSITORY_ROOT, path)
  return existsSync(absolute) ? readFileSync(absolute, 'utf8') : undefined
}

await runAsCommand(import.meta.url, () => ({ subject: 'registers', violations: findRegisterViolations() }))
