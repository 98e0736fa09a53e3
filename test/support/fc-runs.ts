/**
 * How often is a law tried? Few times in the suite; as often as `FC_RUNS` says by hand.
 */

/** The parameters of a property: `count` runs, or `FC_RUNS` of them where it is set. */
export function runs(count: number): { readonly numRuns: number } {
  const asked = Number(process.env['FC_RUNS'] ?? '')
  return { numRuns: Number.isSafeInteger(asked) && asked > 0 ? asked : count }
}
