/**
 * What is the SHA-256 (FIPS 180-4) and the HMAC-SHA-256 (RFC 2104) of some bytes? Plain arithmetic for any engine;
 * not hardened against timing.
 */

const BLOCK_BYTES = 64
/** FIPS 180-4 section 5.1.1: the mark 0x80 and the length in bits stand after the message. */
const TRAILER_BYTES = 9

/** FIPS 180-4 section 4.2.2. */
const ROUND_CONSTANTS = Uint32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
)

/** FIPS 180-4 section 5.3.3. */
const INITIAL_STATE = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const

/** Answers 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const state = Uint32Array.from(INITIAL_STATE)
  const schedule = new Uint32Array(64)
  const padded = pad(message)
  const view = new DataView(padded.buffer)
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    fillSchedule(schedule, view, at)
    compress(state, schedule)
  }
  const digest = new Uint8Array(32)
  const words = new DataView(digest.buffer)
  state.forEach((word, at) => words.setUint32(at * 4, word))
  return digest
}

/** Answers 32 bytes; a key longer than one block is hashed first, as RFC 2104 section 2 says. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > BLOCK_BYTES ? sha256(key) : key
  const inner = new Uint8Array(BLOCK_BYTES + message.length).fill(0x36, 0, BLOCK_BYTES)
  const outer = new Uint8Array(BLOCK_BYTES + 32).fill(0x5c, 0, BLOCK_BYTES)
  short.forEach((byte, at) => {
    inner[at] = byte ^ 0x36
    outer[at] = byte ^ 0x5c
  })
  inner.set(message, BLOCK_BYTES)
  outer.set(sha256(inner), BLOCK_BYTES)
  return sha256(outer)
}

function pad(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + TRAILER_BYTES) / BLOCK_BYTES)
  const padded = new Uint8Array(blocks * BLOCK_BYTES)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  // The length in bits takes 64 bits, and no array is longer than 2^53 bytes.
  view.setUint32(padded.length - 8, Math.floor(message.length / 0x20000000))
  view.setUint32(padded.length - 4, (message.length % 0x20000000) * 8)
  return padded
}

function fillSchedule(schedule: Uint32Array, view: DataView, start: number): void {
  for (let at = 0; at < 16; at += 1) schedule[at] = view.getUint32(start + at * 4)
  for (let at = 16; at < 64; at += 1) {
    const near = schedule[at - 2] as number
    const far = schedule[at - 15] as number
    const sigma1 = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)
    const sigma0 = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3)
    schedule[at] = (sigma1 + (schedule[at - 7] as number) + sigma0 + (schedule[at - 16] as number)) | 0
  }
}

/** FIPS 180-4 section 6.2.2, step 3; the letters are those of the standard. */
function compress(state: Uint32Array, schedule: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let at = 0; at < 64; at += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const choice = (e & f) ^ (~e & g)
    const first = (h + sum1 + choice + (ROUND_CONSTANTS[at] as number) + (schedule[at] as number)) | 0
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + sum0 + majority) | 0
  }
  const rounds = [a, b, c, d, e, f, g, h]
  for (let at = 0; at < 8; at += 1) state[at] = ((state[at] as number) + (rounds[at] as number)) | 0
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}
