import { type Billing, type Money, type UsageRow, zero } from '@parakh/core'
import { EnvironmentField, Moment, moment, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'

/** A request in the usage log. */
export const UsageView = z.object({
  at: Moment,
  request_id: z.string(),
  reference: z.string().describe('Our id of the call'),
  endpoint: z.string(),
  status: z.int().describe('HTTP status'),
  outcome: z.string(),
  code: z.string().nullable().describe('Of an error'),
  latency_ms: z.int(),
  charged: Rupees,
  ip: z.string(),
  key_id: z.string(),
  environment: EnvironmentField,
  calls: z
    .int()
    .describe(
      'Above 1: the number of refusals of one second, with the request id of the first. 0: the charge of an earlier call on completion',
    ),
  refunded: Rupees.describe('The part of the charge that was refunded'),
})

type Refunds = ReadonlyMap<string, Money>

/** What was refunded of those requests that were charged, by reference. */
export const refundsOf = async (billing: Billing, rows: readonly UsageRow[]): Promise<Refunds> =>
  await billing.refunds(rows.flatMap(({ reference, charged }) => (charged === zero ? [] : [reference])))

/** Presents a request. @param refunds As `refundsOf` gives them. */
export const presentUsage = (row: UsageRow, refunds: Refunds): z.input<typeof UsageView> => ({
  ...{ at: moment(row.at), request_id: row.requestId, reference: row.reference, endpoint: row.endpoint },
  ...{ status: row.status, outcome: row.outcome, code: row.code, latency_ms: row.latencyMs },
  ...{ charged: rupeesText(row.charged), ip: row.ip, key_id: row.keyId, environment: row.environment },
  calls: row.calls ?? 1,
  // The charge on completion is a row of its own, with the reference of the request.
  refunded: rupeesText(row.charged === zero ? zero : (refunds.get(row.reference) ?? zero)),
})
