import { decimal, type Money } from '@parakh/core'
import type { UpiPayee } from './funding-rules.ts'

/** The parameters of a UPI payment. */
export interface UpiRequest {
  readonly payee: UpiPayee
  readonly amount: Money
  /** The transaction reference of the payment: 1 to 35 letters and digits. */
  readonly reference: string
  /** Shown to the payer. */
  readonly note: string
}

/**
 * The address that UPI applications open or scan: `upi://pay?…`, with parameters in the order of the deep linking specification.
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
  // A space is %20, because banking applications show a plus literally. The @ of an address is not encoded, as in the specification.
  const text = fields.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%40', '@')}`)
  return `upi://pay?${text.join('&')}`
}
