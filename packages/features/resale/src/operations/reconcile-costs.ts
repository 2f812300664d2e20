import { defineOperation, invalidInput } from '@parakh/core'
import { Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { Costs } from '../contract/costs.ts'
import { Month } from './operation-fields.ts'
import { costsWrite } from './scopes.ts'

const Column = z.string().trim().min(1).max(100)
/** The largest invoice of a month, in bytes, at about fifty bytes a line. */
const INVOICE_LIMIT_BYTES = 16 * 1_024 * 1_024

const SuspenseView = z.object({
  kind: z.enum(['unknown', 'amount', 'repeated', 'missing']),
  reference: z.string(),
  invoiced: Rupees,
  booked: Rupees,
  lines: z.int(),
  attempts: z.int(),
})
const ReconciliationView = z.object({
  provider: z.string(),
  lines: z.int(),
  invoiced: Rupees,
  booked: Rupees,
  matched: z.int().describe('Calls whose amount and count match the invoice'),
  suspense: z.array(SuspenseView),
})
const HEAD = ['Difference', 'Reference', 'Lines', 'Invoiced', 'Attempts', 'Booked (INR)']

/** Compares an invoice of a provider with what was booked. */
export const reconcileCosts = defineOperation({
  ...{ id: 'costs.reconcile', effect: 'write', scope: costsWrite, path: '/costs/reconciliations', whose: 'operators' },
  summary: "Compare a provider's invoice with the booked costs; changes nothing",
  bodyLimitBytes: INVOICE_LIMIT_BYTES,
  input: z.object({
    month: Month,
    provider: z
      .string()
      .min(1)
      .max(200)
      .describe("A plugin's id such as pan; its sources are compared together where source names none"),
    source: z
      .string()
      .min(1)
      .max(200)
      .exactOptional()
      .describe('One source of the plugin: its name such as acme, or its place such as http#0 if it has none'),
    csv: z.string().describe('A header line, then one line per attempt or call'),
    reference_column: Column.default('reference').describe('The column with our reference of the call'),
    amount_column: Column.default('amount').describe('The column with rupees'),
  }),
  output: ReconciliationView,
  command: {
    options: {
      month: { value: '<month>' },
      provider: { value: '<plugin>' },
      source: { value: '<name>' },
      csv: { flag: 'file', read: 'file', value: '<csv>' },
      reference_column: { value: '<name>' },
      amount_column: { value: '<name>' },
    },
    text({ provider, lines, matched, invoiced, booked, suspense }, { draw }) {
      const title = `${provider}: ${lines} lines of ${invoiced} INR, ${booked} INR booked, ${matched} calls match.`
      if (suspense.length === 0) return title
      const rows = suspense.map((item) => [
        ...[item.kind, item.reference, `${item.lines}`, item.invoiced, `${item.attempts}`, item.booked],
      ])
      return `${title}\n\n${draw.table(HEAD, rows)}`
    },
  },
  needs: { costs: Costs },
  async handle({ input: { month, source, csv, reference_column, amount_column, ...input }, costs }) {
    if (source !== undefined && input.provider.includes('/'))
      throw invalidInput({ source: 'goes with the id of a plugin, and provider names one of its sources already' })
    const provider = source === undefined ? input.provider : `${input.provider}/${source}`
    const invoice = { provider, csv, referenceColumn: reference_column, amountColumn: amount_column }
    const { suspense, invoiced, booked, ...found } = await costs.reconcileMonth(month, invoice)
    return {
      ...{ ...found, invoiced: rupeesText(invoiced), booked: rupeesText(booked) },
      suspense: suspense.map((item) => ({
        ...{ ...item, invoiced: rupeesText(item.invoiced), booked: rupeesText(item.booked) },
      })),
    }
  },
})
