/**
 * How do the test runner and its workers tell an answer from a test's own output?
 */

/** Begins an answer line of a worker; no test prints it. */
export const RESULT_MARKER = '\u0001cmk-test-result '
