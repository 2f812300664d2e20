import {
  Accounts,
  Billing,
  Clock,
  defineOperation,
  Entitlements,
  Retention,
  UsageLog,
  type UsageRow,
} from '@parakh/core'
import * as z from 'zod'
import { usageRead } from '../scopes.ts'
import { CallIdField } from '../usage/call-id-field.ts'
import { findByReference } from '../usage/find-request.ts'
import { requireLog, visibleFrom } from '../usage/usage-page.ts'
import { presentUsage, refundsOf, UsageView } from '../usage/usage-view.ts'

/** Requests that are given. */
const MOST_FOUND = 50

const FoundView = UsageView.extend({ account_id: z.string(), account_name: z.string() })

/** `calls.find` */
export const findCalls = defineOperation({
  id: 'calls.find',
  effect: 'read',
  summary: 'Find requests of any account by our reference, an order id, a request id or an idempotency key',
  scope: usageRead,
  path: '/calls',
  input: z.object({
    id: CallIdField.describe('Our reference, an order id, or the idempotency key or request id of a caller'),
  }),
  output: z.object({ items: z.array(FoundView).describe(`Newest first, ${MOST_FOUND} at most`) }),
  whose: 'everyone',
  command: {
    name: 'usage find',
    positional: ['id'],
    text: ({ items }, { draw }) =>
      items.length === 0
        ? 'There is no such request.'
        : draw.table(
            ['Time', 'Account', 'Environment', 'Endpoint', 'Outcome', 'Charged', 'Reference'],
            items.map((row) => [
              ...[row.at, row.account_name, row.environment, row.endpoint, row.outcome, row.charged, row.reference],
            ]),
          ),
  },
  needs: {
    ...{ accounts: Accounts, billing: Billing, clock: Clock, entitlements: Entitlements },
    ...{ retention: Retention, usageLog: UsageLog },
  },
  async handle({ input: { id }, viewer, accounts, entitlements, ...services }) {
    const rows = [...(await ofReference(services, id)), ...(await ofRequestId(services, id))]
    const refunds = await refundsOf(services.billing, rows)
    const items: z.input<typeof FoundView>[] = []
    for (const row of rows) {
      if (items.length === MOST_FOUND) break
      if (!(await viewer.sees(row.accountId))) continue
      await requireLog({ viewer, entitlements }, row.environment)
      const name = (await accounts.get(row.accountId))?.name ?? ''
      items.push({ ...presentUsage(row, refunds), account_id: row.accountId, account_name: name })
    }
    return { items }
  },
})

interface Search {
  readonly billing: Billing
  readonly clock: Clock
  readonly retention: Retention
  readonly usageLog: UsageLog
}

async function ofReference(search: Search, reference: string): Promise<readonly UsageRow[]> {
  const call = (await search.billing.findByReference(reference))?.call
  if (!call) return []
  const found = await findByReference({ ...search, wallet: call }, { reference })
  return found ? [found.row] : []
}

/** Those of another branch are left out afterwards, so more than are given are read. */
const ofRequestId = async (search: Search, requestId: string): Promise<readonly UsageRow[]> =>
  await search.usageLog.ofRequestId(requestId, { from: visibleFrom(search), limit: 1_000 })
