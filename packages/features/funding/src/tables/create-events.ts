import { readCursor, type TableAccess, writeCursor } from '@parakh/core'
import * as z from 'zod'
import type { FundingRows } from '../rules/funding-rows.ts'
import { eventRow } from './event-row.ts'
import { fundingStatements as statements } from './funding-statements.ts'

const MOST = 1_000
const Place = z.tuple([z.string()])

/** The recorded events of gateways. */
export const createEvents = (
  tables: TableAccess,
): Pick<FundingRows, 'addEvent' | 'paymentEvents' | 'settleEvent' | 'events'> => ({
  async addEvent(event) {
    const { gateway, key: event_key } = event
    return await tables.transaction(function* (tx) {
      const added = yield* tx.first(statements.addEvent(eventRow(event)))
      return added ?? (yield* tx.first(statements.eventOf({ gateway, event_key }))) ?? event
    })
  },
  paymentEvents: ({ gateway, paymentId: payment_id }) => tables.rows(statements.paymentEvents({ gateway, payment_id })),
  async settleEvent({ id, fundingId: funding_id, effect }) {
    await tables.transaction(function* (tx) {
      yield* tx.run(statements.settleOpenEvent({ id, funding_id, effect }))
    })
  },
  async events({ reference = null, cursor, limit }) {
    const count = Math.min(limit, MOST)
    const before = cursor === null ? null : readCursor(cursor, Place)[0]
    const rows = await tables.rows(statements.events({ reference, before, limit: count + 1 }))
    const items = rows.slice(0, count)
    const last = items.at(-1)
    return { items, next: rows.length > count && last ? writeCursor([last.id]) : null }
  },
})
