/**
 * How does a script that measures state what it saw? One line a figure, `FIGURE name=<n> bound=<op><n> ok|short`,
 * the same as JSON with `--json`, and exit code 1 where one is short.
 */

export interface Figure {
  readonly name: string
  readonly value: number
  /** What the figure has to be: at most or at least the bound. */
  readonly operator: '<=' | '>=' | '=='
  readonly bound: number
}

/** Whether the figure keeps its bound. */
export function isKept({ value, operator, bound }: Figure): boolean {
  if (operator === '<=') return value <= bound
  return operator === '>=' ? value >= bound : value === bound
}

/** The line of a figure. */
export function figureLine(figure: Figure): string {
  const { name, value, operator, bound } = figure
  return `FIGURE ${name}=${rounded(value)} bound=${operator}${bound} ${isKept(figure) ? 'ok' : 'short'}`
}

/** Prints every figure and sets the exit code. */
export function reportFigures(figures: readonly Figure[], options: { json: boolean }): void {
  if (options.json) {
    const report = figures.map((figure) => ({ ...figure, value: rounded(figure.value), ok: isKept(figure) }))
    console.log(JSON.stringify({ figures: report }, null, 2))
  } else {
    for (const figure of figures) console.log(figureLine(figure))
  }
  if (!figures.every(isKept)) process.exitCode = 1
}

/** The middle of the values, in their own unit. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** How long a piece of work takes, in milliseconds. */
export function timed(work: () => void): number {
  const start = process.hrtime.bigint()
  work()
  return Number(process.hrtime.bigint() - start) / 1e6
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
