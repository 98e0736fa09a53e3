/**
 * How does a table look in this command? Aligned columns, no frame, an indent of two.
 */
import Table from 'cli-table3'

type Align = 'left' | 'right'

const NO_FRAME = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' ',
}

/** The rows as lines; every cell of a column as wide as its widest. */
export function textTable(align: readonly Align[], rows: readonly (readonly string[])[]): readonly string[] {
  const table = new Table({
    chars: NO_FRAME,
    colAligns: [...align],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 1 },
  })
  for (const row of rows) table.push([...row])
  return table
    .toString()
    .split('\n')
    .map((line) => `  ${line.trimEnd()}`)
}
