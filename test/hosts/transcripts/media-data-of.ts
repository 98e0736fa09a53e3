/**
 * Which bytes does an image, a sound or a PDF of given measures begin with? Headers as their specifications lay them
 * out, with as many zero bytes after them as are asked for.
 */

export interface Sides {
  readonly width: number
  readonly height: number
}

const big = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** (bytes - 1 - index)) % 256)
const little = (value: number, bytes: number) => big(value, bytes).reverse()
const ascii = (text: string) => [...Buffer.from(text, 'latin1')]
const filled = (bytes: readonly number[], more: number) =>
  Buffer.concat([Buffer.from(bytes), Buffer.alloc(more)]).toString('base64')

export function pngOf({ width, height }: Sides, more = 0): string {
  return filled(
    [...ascii('\x89PNG\r\n\x1a\n'), ...big(13, 4), ...ascii('IHDR'), ...big(width, 4), ...big(height, 4)],
    more,
  )
}

export function gifOf({ width, height }: Sides, more = 0): string {
  return filled([...ascii('GIF89a'), ...little(width, 2), ...little(height, 2)], more)
}

/** With a segment of metadata in front that holds what looks like the frame of a thumbnail. */
export function jpegOf({ width, height }: Sides, more = 0): string {
  const frame = (w: number, h: number) => [0xff, 0xc2, ...big(17, 2), 8, ...big(h, 2), ...big(w, 2)]
  const inside = [...frame(1, 1), ...Array<number>(30_000).fill(0xff)]
  const segments = [0xff, 0xd8, 0xff, 0xe1, ...big(inside.length + 2, 2), ...inside]
  const tables = [0xff, 0xc4, ...big(4, 2), 9, 9]
  return filled([...segments, ...tables, ...frame(width, height)], more)
}

/** Of one of the three kinds of WebP. */
export function webpOf({ width, height }: Sides, kind: 'VP8 ' | 'VP8L' | 'VP8X', more = 0): string {
  const head = [...ascii('RIFF'), ...little(0, 4), ...ascii(`WEBP${kind}`), ...little(0, 4)]
  if (kind === 'VP8X')
    return filled([...head, ...big(0, 4), ...little(width - 1, 3), ...little(height - 1, 3)], more)
  if (kind === 'VP8L') return filled([...head, 0x2f, ...little(width - 1 + (height - 1) * 2 ** 14, 4)], more)
  return filled([...head, ...big(0, 3), 0x9d, 0x01, 0x2a, ...little(width, 2), ...little(height, 2)], more)
}

/** A header of 44 bytes, after a chunk of another kind. */
export function wavOf(bytesPerSecond: number, dataBytes: number): string {
  const format = [...ascii('fmt '), ...little(16, 4), ...little(1, 2), ...little(1, 2), ...little(8000, 4)]
  const rate = [...little(bytesPerSecond, 4), ...little(2, 2), ...little(16, 2)]
  const other = [...ascii('LIST'), ...little(3, 4), 1, 2, 3, 0]
  return filled(
    [...ascii('RIFF'), ...little(0, 4), ...ascii('WAVE'), ...other, ...format, ...rate],
    dataBytes,
  )
}

export function pdfOf(body: string, more = 0): string {
  return filled(ascii(`%PDF-1.4\n${body}`), more)
}
