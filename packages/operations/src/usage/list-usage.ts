import {
  askedPage,
  Clock,
  defineOperation,
  Entitlements,
  PAGE_FIELDS,
  pageOf,
  presentPage,
  Retention,
  UsageLog,
  type UsageRow,
} from '@parakh/core'
import { EnvironmentField, Moment, MomentField, moment, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { usageRead } from '../scopes.ts'
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

/** `usage.list` */
export const listUsage = defineOperation({
  id: 'usage.list',
  effect: 'read',
  summary: 'List the requests of an account, newest first, without inputs and outputs',
  scope: usageRead,
  path: '/accounts/{account_id}/usage',
  input: z.object({
    account_id: z.string(),
    environment: EnvironmentField.default('production'),
    from: MomentField.exactOptional().describe('Included; default: the beginning of the visible log'),
    until: MomentField.exactOptional().describe('Excluded'),
    endpoint: z.string().exactOptional(),
    key_id: z.string().exactOptional(),
    outcome: z.enum(['answer', 'none', 'failed', 'refused', 'replay']).exactOptional(),
    status: z.int().min(100).max(599).exactOptional().describe('HTTP status'),
    request_id: z.string().exactOptional(),
    ...PAGE_FIELDS,
  }),
  output: pageOf(UsageView),
  whose: { account: 'account_id' },
  command: {
    rows: 'usage',
    options: {
      limit: { default: 50 },
      from: { read: 'time' },
      until: { read: 'time' },
      request_id: { flag: 'request-id' },
    },
    text: ({ items }, { draw }) =>
      draw.table(
        ['Time', 'Endpoint', 'Status', 'Code', 'Charged', 'Calls', 'Request id'],
        items.map(({ at, endpoint, status, code, charged, calls, request_id }) => [
          ...[at, endpoint, `${status}`, code ?? '', charged, `${calls}`, request_id],
        ]),
      ),
  },
  needs: { clock: Clock, retention: Retention, usageLog: UsageLog, entitlements: Entitlements },
  async handle({ input, viewer, entitlements, ...services }) {
    const { page, filters } = askedPage(input)
    const { account_id: accountId, endpoint, key_id, outcome, status, request_id, ...rest } = filters
    if (viewer.accountId !== null && rest.environment === 'production')
      await entitlements.require(viewer.accountId, 'logs')
    const asked = {
      ...(endpoint === undefined ? {} : { endpoints: [endpoint] }),
      ...(key_id === undefined ? {} : { keyId: key_id }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(status === undefined ? {} : { status }),
      ...(request_id === undefined ? {} : { requestId: request_id }),
    }
    return presentPage(await usagePage(services, { ...rest, accountId, filters: asked }, page), present)
  },
})
