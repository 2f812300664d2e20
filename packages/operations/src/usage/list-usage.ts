import {
  askedPage,
  Billing,
  Clock,
  defineOperation,
  Entitlements,
  PAGE_FIELDS,
  pageOf,
  presentPage,
  Retention,
  UsageLog,
} from '@parakh/core'
import { EnvironmentField, MomentField } from '@parakh/core/fields'
import * as z from 'zod'
import { usageRead } from '../scopes.ts'
import { CallIdField } from './call-id-field.ts'
import { requestIdOf } from './find-request.ts'
import { requireLog, usagePage } from './usage-page.ts'
import { presentUsage, refundsOf, UsageView } from './usage-view.ts'

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
    request_id: CallIdField.exactOptional().describe('The idempotency key or request id of a caller, or our reference'),
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
  needs: { billing: Billing, clock: Clock, retention: Retention, usageLog: UsageLog, entitlements: Entitlements },
  async handle({ input, viewer, entitlements, billing, ...services }) {
    const { page, filters } = askedPage(input)
    const { account_id: accountId, endpoint, key_id, outcome, status, request_id, ...rest } = filters
    await requireLog({ viewer, entitlements }, rest.environment)
    const wallet = { accountId, environment: rest.environment }
    const asked = {
      ...(endpoint === undefined ? {} : { endpoints: [endpoint] }),
      ...(key_id === undefined ? {} : { keyId: key_id }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(status === undefined ? {} : { status }),
      ...(request_id === undefined ? {} : { requestId: await requestIdOf({ billing, wallet }, request_id) }),
    }
    const found = await usagePage(services, { ...rest, accountId, filters: asked }, page)
    const refunds = await refundsOf(billing, found.items)
    return presentPage(found, (row) => presentUsage(row, refunds))
  },
})
