import { createHash } from 'node:crypto'

/** A row as either database gives it. */
export type CopiedRow = Readonly<Record<string, unknown>>

const MODULUS = 2n ** 64n

/** A value as both databases would write it: PostgreSQL gives large numbers as text, SQLite flags as numbers. */
function written(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Buffer.isBuffer(value)) return `b${value.toString('base64')}`
  if (typeof value === 'boolean') return `v${Number(value)}`
  return `v${String(value)}`
}

/** A sum over rows that does not depend on their order: two databases sort texts differently. */
export class RowDigest {
  rows = 0
  #sum = 0n

  add(row: CopiedRow): void {
    const names = Object.keys(row).sort()
    const text = JSON.stringify(names.map((name) => [name, written(row[name])]))
    this.#sum = (this.#sum + createHash('sha256').update(text).digest().readBigUInt64BE()) % MODULUS
    this.rows += 1
  }

  /** Number and sum of the rows. */
  get value(): string {
    return `${this.rows}:${this.#sum.toString(16)}`
  }
}
