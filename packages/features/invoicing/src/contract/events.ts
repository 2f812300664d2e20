import { defineEvent } from '@parakh/core'
import * as z from 'zod'

/** The invoice of a month was issued. */
export const InvoiceReady = defineEvent(
  'invoice.ready',
  z.object({ number: z.string(), month: z.string(), total: z.number().describe('Rupees, tax included') }),
)
/** A month is over in which the wallet of production moved: its statement never changes. */
export const StatementReady = defineEvent('statement.ready', z.object({ month: z.string() }))
