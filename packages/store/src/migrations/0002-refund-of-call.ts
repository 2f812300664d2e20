import { partialIndex, type SchemaTarget } from '../connection/schema-target.ts'

/** Refunds by their call, for what happened to its money. They are few among entries, so a charge costs nothing more. */
export const refundOfCall0002 = {
  name: '0002-refund-of-call',
  up: (target: SchemaTarget): Promise<void> =>
    partialIndex(target, 'refund_of_call', {
      ...{ on: 'ledger_entry', columns: 'transaction_id', where: `kind = 'refund'` },
    }),
}
