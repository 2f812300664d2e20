import type { DrawingQueue } from './drawing-queue.ts'

/** Remembers the documents that were drawn last, within a number of bytes, and draws none twice at once. In memory only. */
export class DrawnDocuments {
  readonly #queue: DrawingQueue
  readonly #mostBytes: number
  /** The one that was asked for last stands last. */
  readonly #drawn = new Map<string, Uint8Array>()
  readonly #beingDrawn = new Map<string, Promise<Uint8Array>>()
  #bytes = 0

  constructor(queue: DrawingQueue, mostBytes: number) {
    this.#queue = queue
    this.#mostBytes = mostBytes
  }

  /**
   * A document, drawn now unless it is remembered or being drawn.
   *
   * @param key Of one document in one state.
   * @returns Null where too many wait to be drawn.
   */
  async get(key: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array | null> {
    const known = this.#drawn.get(key)
    if (known) {
      this.#drawn.delete(key)
      this.#drawn.set(key, known)
      return known
    }
    return this.#beingDrawn.get(key) ?? this.#draw(key, draw)
  }

  #draw(key: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> | null {
    const drawing = this.#queue.run(draw)
    if (!drawing) return null
    const remembered = drawing
      .then((pdf) => {
        this.#remember(key, pdf)
        return pdf
      })
      .finally(() => this.#beingDrawn.delete(key))
    this.#beingDrawn.set(key, remembered)
    return remembered
  }

  #remember(key: string, pdf: Uint8Array): void {
    if (pdf.byteLength > this.#mostBytes) return
    this.#drawn.set(key, pdf)
    this.#bytes += pdf.byteLength
    for (const [oldest, { byteLength }] of this.#drawn) {
      if (this.#bytes <= this.#mostBytes) return
      this.#drawn.delete(oldest)
      this.#bytes -= byteLength
    }
  }
}
