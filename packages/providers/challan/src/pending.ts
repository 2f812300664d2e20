import type { ChallanRecord } from './contract.ts'

const PAISE_PER_RUPEE = 100
const inPaise = (rupees: number): number => Math.round(rupees * PAISE_PER_RUPEE)

/** What is still to be paid. */
export interface Pending {
  readonly pending_count: number
  /** In INR, at most two decimals. */
  readonly pending_amount: number
}

/**
 * What is still to be paid of some challans: those that are `Pending`, each less what was received. One before a court counts in
 * neither, for nobody can pay it. Summed in whole paise, so that 0.07 and 0.14 make 0.21.
 */
export function pendingOf(challans: readonly ChallanRecord[]): Pending {
  const pending = challans.filter(({ status }) => status === 'Pending')
  const paise = pending.map(({ amount, received_amount }) => Math.max(0, inPaise(amount) - inPaise(received_amount)))
  return {
    pending_count: pending.length,
    pending_amount: paise.reduce((sum, part) => sum + part, 0) / PAISE_PER_RUPEE,
  }
}
