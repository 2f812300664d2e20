import { Costs, exactDecimal, type ListedCost, type Reconciliation } from '@parakh/core'
import { AmountField, Moment, MomentField, moment, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { defineAdminRoute } from './define-admin-route.ts'

const Exact = z.string().meta({ description: 'Rupees, exactly: two to six decimals', examples: ['0.48', '-0.0825'] })
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
const Column = z.string().trim().min(1).max(100)
/** The largest invoice of a month, in bytes, at about fifty bytes a line. */
const INVOICE_LIMIT = 16 * 1_024 * 1_024

const MarginView = z.object({
  endpoint: z.string(),
  calls: z.int().describe('Charged calls among those that asked a provider'),
  revenue: Rupees.describe('What callers paid, less refunds'),
  commission: Exact,
  attempts: z.int(),
  cost: Rupees,
  margin: Exact.describe('Revenue less commission and provider cost'),
})
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

const CostView = z.object({
  cost_id: z.string().nullable().describe('Null: from the configuration'),
  plugin: z.string(),
  operation: z.string(),
  cost: Rupees,
  valid_from: Moment.nullable(),
  set_by: z.string().nullable(),
})
const ListedView = CostView.extend({ status: z.enum(['in force', 'planned', 'past']) })

const setCost = defineAdminRoute({
  id: 'costs.set',
  method: 'POST',
  path: '/costs',
  scope: 'costs:write',
  summary: 'Set the cost of a provider operation from a time on; booked attempts keep theirs',
  status: 201,
  body: z.object({
    plugin: z.string().describe("A plugin's id such as pan"),
    operation: z.string().describe('Such as find; NAME.status is the status query of a write'),
    cost: AmountField,
    valid_from: MomentField.exactOptional().describe('Default: now; not in the past'),
  }),
  response: CostView,
  errors: { COST_OPERATION_UNKNOWN: 422, COST_IN_THE_PAST: 422 },
  async handle({ host, actor, body: { valid_from, ...cost } }) {
    const from = valid_from === undefined ? {} : { validFrom: valid_from }
    const set = await host.get(Costs).set({ ...cost, ...from, actor })
    return presentCost({ ...set, set })
  },
})

const listCosts = defineAdminRoute({
  id: 'costs.list',
  method: 'GET',
  path: '/costs',
  scope: 'costs:read',
  summary: 'List the costs of provider operations: set ones and those of the configuration',
  query: z.object({ past: z.enum(['true', 'false']).default('false').describe('true: include past entries') }),
  response: z.object({ items: z.array(ListedView) }),
  async handle({ host, query: { past } }) {
    const listed = await host.get(Costs).list({ past: past === 'true' })
    return { items: listed.map((cost) => ({ ...presentCost(cost), status: cost.status })) }
  },
})

const presentCost = ({ plugin, operation, cost, set }: Omit<ListedCost, 'status'>): z.input<typeof CostView> => ({
  ...{ cost_id: set?.id ?? null, plugin, operation, cost: rupeesText(cost) },
  ...{ valid_from: set ? moment(set.validFrom) : null, set_by: set?.actor ?? null },
})

const margins = defineAdminRoute({
  id: 'costs.margins',
  method: 'GET',
  path: '/costs/margins',
  scope: 'costs:read',
  summary: 'Get the margin of each endpoint in a month, after commission and provider costs',
  query: z.object({ month: Month }),
  response: z.object({ month: z.string(), margins: z.array(MarginView) }),
  async handle({ host, query: { month } }) {
    const rows = await host.get(Costs).margins(month)
    return {
      month,
      margins: rows.map(({ revenue, commission, cost, margin, ...row }) => ({
        ...{ ...row, revenue: rupeesText(revenue), commission: exactDecimal(commission) },
        ...{ cost: rupeesText(cost), margin: exactDecimal(margin) },
      })),
    }
  },
})

const reconcile = defineAdminRoute({
  id: 'costs.reconcile',
  method: 'POST',
  path: '/costs/reconciliations',
  scope: 'costs:write',
  summary: "Compare a provider's invoice with the booked costs; changes nothing",
  bodyLimit: INVOICE_LIMIT,
  body: z.object({
    month: Month,
    provider: z
      .string()
      .min(1)
      .max(200)
      .describe("A plugin's id such as pan, or one of its providers such as pan/http#0"),
    csv: z.string().describe('A header line, then one line per attempt or call'),
    reference_column: Column.default('reference').describe('The column with our reference of the call'),
    amount_column: Column.default('amount').describe('The column with rupees'),
  }),
  response: ReconciliationView,
  async handle({ host, body: { month, provider, csv, reference_column, amount_column } }) {
    const invoice = { provider, csv, referenceColumn: reference_column, amountColumn: amount_column }
    return present(await host.get(Costs).reconcileMonth(month, invoice))
  },
})

const present = ({ suspense, invoiced, booked, ...found }: Reconciliation): z.input<typeof ReconciliationView> => ({
  ...{ ...found, invoiced: rupeesText(invoiced), booked: rupeesText(booked) },
  suspense: suspense.map((item) => ({
    ...{ ...item, invoiced: rupeesText(item.invoiced), booked: rupeesText(item.booked) },
  })),
})

/** Routes of provider costs. */
export const costRoutes = [setCost, listCosts, margins, reconcile]
