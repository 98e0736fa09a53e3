/** A documented export. */
export const documented = 1

export const undocumented = 2

/** A documented type. */
export type Documented = number
