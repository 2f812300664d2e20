import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { storeErrors } from '../error-codes.ts'
import { errorCode } from './error-facts.ts'

/** SQLite's and PostgreSQL's own codes of a disk that is full. */
const FULL = new Set(['SQLITE_FULL', '53100'])
/** How long a write that found the disk full is told of, where nothing was written since, in milliseconds. */
const TOLD_FOR_MS = 60_000

/**
 * What is known of the place where a database keeps its data: whether the SQLite file that was opened still lies under its name, and
 * whether the disk was full when something was last written.
 */
export class StorageState {
  readonly #file: { readonly path: string; readonly identity: string | null } | null
  #replaced = false
  #fullAtMs: number | null = null

  /** @param filename The SQLite file, which is open; null on PostgreSQL. */
  constructor(filename: string | null) {
    this.#file = filename === null ? null : { path: resolve(filename), identity: identityOf(filename) }
  }

  /**
   * Whether the file was deleted, or another one lay under its name: what is written goes into nothing then. It stays so until the store is
   * opened anew, because whoever opened the other one may have emptied the log that lies beside both.
   */
  get isReplaced(): boolean {
    if (this.#file && identityOf(this.#file.path) !== this.#file.identity) this.#replaced = true
    return this.#replaced
  }

  /** Runs a write, unless the file is gone. @throws `STORE_UNAVAILABLE`, also after a commit into a file that went meanwhile. */
  async watch<T>(write: () => Promise<T>): Promise<T> {
    this.#requireInPlace()
    const result = await this.#noting(write)
    this.#requireInPlace()
    return result
  }

  #requireInPlace(): void {
    if (this.isReplaced) throw storeErrors.error('STORE_UNAVAILABLE', { reason: 'DATABASE_FILE_REPLACED' })
  }

  async #noting<T>(write: () => Promise<T>): Promise<T> {
    try {
      const result = await write()
      this.#fullAtMs = null
      return result
    } catch (error) {
      if (FULL.has(errorCode(error))) this.#fullAtMs = performance.now()
      throw error
    }
  }

  /** @throws `DATABASE_FILE_REPLACED`, `DATABASE_FULL` */
  assertWritable(): void {
    if (this.#file && this.isReplaced) throw storeErrors.error('DATABASE_FILE_REPLACED', { file: this.#file.path })
    if (this.#fullAtMs !== null && performance.now() - this.#fullAtMs < TOLD_FOR_MS)
      throw storeErrors.error('DATABASE_FULL', {})
  }
}

/** Device and inode: a copy under the same name has others. Null: there is no such file. */
function identityOf(path: string): string | null {
  // Synchronous: some microseconds of a local file with each batch, where a turn of the thread pool takes longer.
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}
