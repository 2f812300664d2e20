import { decimal, type Money } from '@parakh/core'
import type { UpiPayee } from './funding-rules.ts'

/** What a UPI payment is asked for. */
export interface UpiRequest {
  readonly payee: UpiPayee
  readonly amount: Money
  /** Comes back with the payment: 1 to 35 letters and digits. */
  readonly reference: string
  /** Shown to who pays. */
  readonly note: string
}

/**
 * The address that UPI applications open or scan: `upi://pay?…`, in the deep linking specification's order.
 *
 * @example
 * upiUri({ payee: { vpa: 'acme@okbank', name: 'Acme' }, amount: inr('500'), reference: '01J…', note: 'Wallet top-up' })
 */
export function upiUri({ payee, amount, reference, note }: UpiRequest): string {
  const fields = [
    ['pa', payee.vpa],
    ['pn', payee.name],
    ['am', decimal(amount)],
    ['cu', 'INR'],
    ['tr', reference],
    ['tn', note],
  ] as const
  // A space is %20: applications of banks show a plus as it is. The @ of an address stays legible, as the specification has it.
  const text = fields.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%40', '@')}`)
  return `upi://pay?${text.join('&')}`
}
