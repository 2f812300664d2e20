import { randomFillSync } from 'node:crypto'

/** 96 bits, as GCM wants them. */
export const NONCE_BYTES = 12
const NONCES_AT_ONCE = 512

/** Random nonces, drawn many at once: a draw costs as much as sealing a small body. */
export class Nonces {
  readonly #pool = new Uint8Array(NONCE_BYTES * NONCES_AT_ONCE)
  #used = this.#pool.length

  /** The next one, never given before. To be copied before the next is asked for. */
  next(): Uint8Array {
    if (this.#used === this.#pool.length) {
      randomFillSync(this.#pool)
      this.#used = 0
    }
    const nonce = this.#pool.subarray(this.#used, this.#used + NONCE_BYTES)
    this.#used += NONCE_BYTES
    return nonce
  }
}
