import { createHash } from 'node:crypto'
import * as z from 'zod'

const MODULUS = 1n << 256n

/**
 * Says whether two sets of pairs (a name and an amount, some perhaps twice) are the same, whatever their order, in the memory of one
 * number: the sum of the hashes of the pairs.
 */
export class Tally {
  #sum: bigint
  count: number

  constructor({ sum = '0', count = 0 }: { sum?: string; count?: number } = {}) {
    this.#sum = BigInt(`0x${sum}`)
    this.count = count
  }
  add(name: string, amount: number): void {
    const hash = createHash('sha256').update(`${amount}/${name}`).digest('hex')
    this.#sum = (this.#sum + BigInt(`0x${hash}`)) % MODULUS
    this.count += 1
  }
  addAll(other: Tally): void {
    this.#sum = (this.#sum + other.#sum) % MODULUS
    this.count += other.count
  }
  equals(other: Tally): boolean {
    return this.count === other.count && this.#sum === other.#sum
  }
  toJSON(): { sum: string; count: number } {
    return { sum: this.#sum.toString(16), count: this.count }
  }
}

/** What is posted of calls and from outside, each to be held against the rows that it is of. */
export interface Tallies {
  readonly charge: Tally
  readonly refund: Tally
  /** Credits and adjustments share the table of credits. */
  readonly funds: Tally
}
export const emptyTallies = (): Tallies => ({ charge: new Tally(), refund: new Tally(), funds: new Tally() })
/** Adds the second to the first. */
export function addTallies(to: Tallies, more: Tallies): void {
  to.charge.addAll(more.charge)
  to.refund.addAll(more.refund)
  to.funds.addAll(more.funds)
}

const Kept = z.object({ sum: z.string().regex(/^[0-9a-f]+$/), count: z.number() }).transform((kept) => new Tally(kept))
/** Tallies as an archive keeps them. */
export const KeptTallies = z.object({ charge: Kept, refund: Kept, funds: Kept })
