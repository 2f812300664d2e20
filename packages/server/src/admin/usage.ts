import { Entitlements, type UsageRow } from '@parakh/core'
import { EnvironmentField, Moment, MomentField, moment, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { defineAdminList } from './define-admin-list.ts'
import { usagePage } from './usage-page.ts'

const UsageView = z.object({
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
})

const present = (row: UsageRow): z.input<typeof UsageView> => ({
  ...{ at: moment(row.at), request_id: row.requestId, reference: row.reference, endpoint: row.endpoint },
  ...{ status: row.status, outcome: row.outcome, code: row.code, latency_ms: row.latencyMs },
  ...{ charged: rupeesText(row.charged), ip: row.ip, key_id: row.keyId, environment: row.environment },
  calls: row.calls ?? 1,
})

const listUsage = defineAdminList({
  id: 'usage.list',
  path: '/accounts/{account_id}/usage',
  scope: 'usage:read',
  summary: 'List the requests of an account, newest first, without inputs and outputs',
  params: z.object({ account_id: z.string() }),
  filters: z.object({
    environment: EnvironmentField.default('production'),
    from: MomentField.exactOptional().describe('Included; default: the beginning of the visible log'),
    until: MomentField.exactOptional().describe('Excluded'),
    endpoint: z.string().exactOptional(),
    key_id: z.string().exactOptional(),
    outcome: z.enum(['answer', 'none', 'failed', 'refused', 'replay']).exactOptional(),
    status: z.coerce.number().pipe(z.int().min(100).max(599)).exactOptional().describe('HTTP status'),
    request_id: z.string().exactOptional(),
  }),
  item: UsageView,
  async handle({ host, config, viewer, params, filters, page }) {
    if (viewer.accountId !== null && filters.environment === 'production')
      await host.get(Entitlements).require(viewer.accountId, 'logs')
    const { endpoint, key_id, outcome, status, request_id, ...rest } = filters
    const asked = {
      ...(endpoint === undefined ? {} : { endpoints: [endpoint] }),
      ...(key_id === undefined ? {} : { keyId: key_id }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(status === undefined ? {} : { status }),
      ...(request_id === undefined ? {} : { requestId: request_id }),
    }
    const found = await usagePage({ host, config }, { ...rest, accountId: params.account_id, filters: asked }, page)
    return { items: found.items.map(present), next: found.next }
  },
})

/** Routes of the usage log. */
export const usageRoutes = [listUsage]
