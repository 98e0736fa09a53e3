/**
 * How many pages has a PDF? Looked up in the plain parts of its beginning and end; never unpacked, so the pages of a
 * file that packs its page tree stay unknown.
 */
import { latin1Of, type ByteView } from './base64-bytes.js'

const HEAD_BYTES = 262_144
const TAIL_BYTES = 65_536
/** A page object with its entry in the table of objects is hardly ever smaller. */
const BYTES_PER_PAGE_MIN = 64
/** How far from the word that names a page tree its count is looked for. */
const NEAR = 400
const TREES_MAX = 2000

/** The pages, or null where they cannot be counted. More than the file could hold are not believed. */
export function pdfPagesOf(view: ByteView): number | null {
  const isWhole = view.length <= HEAD_BYTES + TAIL_BYTES
  const texts = isWhole
    ? [latin1Of(view, 0, view.length)]
    : [latin1Of(view, 0, HEAD_BYTES), latin1Of(view, view.length - TAIL_BYTES, view.length)]
  const pages = Math.max(...texts.map((text) => Math.max(countInTrees(text), pageObjects(text))))
  return pages === 0 ? null : Math.min(pages, Math.ceil(view.length / BYTES_PER_PAGE_MIN))
}

/** The largest count of a page tree is that of its root. */
function countInTrees(text: string): number {
  let largest = 0
  let at = text.indexOf('/Pages')
  for (let tree = 0; at >= 0 && tree < TREES_MAX; tree += 1) {
    const near = text.slice(Math.max(0, at - NEAR), at + NEAR)
    for (const [, count] of near.matchAll(/\/Count\s{0,4}(\d{1,9})/g))
      largest = Math.max(largest, Number(count))
    at = text.indexOf('/Pages', at + 1)
  }
  return largest
}

function pageObjects(text: string): number {
  return text.match(/\/Type\s{0,4}\/Page(?![A-Za-z])/g)?.length ?? 0
}
