import { AuditLog, Billing, Clock, Store } from '@parakh/core'
import * as z from 'zod'
import { defineAdminRoute } from './define-admin-route.ts'

const DAY_MS = 86_400_000

const showRetention = defineAdminRoute({
  id: 'retention.get',
  method: 'GET',
  path: '/retention',
  scope: 'retention:read',
  summary: 'Get the configured retention times',
  response: z.object({
    answer_days: z.int().describe('Stored answers and documents'),
    usage_visible_days: z.int().describe('How long rows of the usage log are visible'),
    usage_days: z.int().describe('How long rows of the usage log are kept'),
  }),
  handle: async ({ config: { retention } }) => ({
    answer_days: retention.answerDays,
    usage_visible_days: retention.usageVisibleDays,
    usage_days: retention.usageDays,
  }),
})

const purge = defineAdminRoute({
  id: 'retention.purge',
  method: 'POST',
  path: '/retention/purge',
  scope: 'retention:write',
  summary: 'Drop data past its retention now; a running server does it every hour',
  response: z.object({
    answers: z.int().describe('Deleted stored answers'),
    usage_rows: z.int().describe('Deleted rows of the usage log'),
    usage_months: z.array(z.string()).describe('Dropped months of the usage log'),
    usage_delayed: z.boolean().describe('No row could be dropped yet: a transaction of the database stays open'),
  }),
  async handle({ host, actor, config: { retention } }) {
    const now = host.get(Clock).now().getTime()
    const answers = await host.get(Billing).purge(now - retention.answerDays * DAY_MS)
    const usage = await host.get(Store).usageLog.purge(now - retention.usageDays * DAY_MS)
    const dropped = { answers, usage_rows: usage.rows, usage_months: [...usage.partitions] }
    const said = { ...dropped, usage_delayed: usage.delayed === true }
    await host.get(AuditLog).append({
      ...{ actor, action: 'retention.purge', subject: 'retention', accountId: null, before: null, after: said },
    })
    return said
  },
})

/** Routes of retention and purges. */
export const retentionRoutes = [showRetention, purge]
