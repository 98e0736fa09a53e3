/**
 * What does the command tell its caller's shell? Three codes, and no other.
 */

/** 0 done, 2 refused (flags, file, budget: the person can mend it), 70 a bug of ours (`EX_SOFTWARE`). */
export const EXIT = { done: 0, refused: 2, bug: 70 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
