import { AuditLog, Billing, Clock, Store } from '@parakh/core'
import * as z from 'zod'
import { defineAdminRoute } from './define-admin-route.ts'

const DAY_MS = 86_400_000

const showRetention = defineAdminRoute({
  id: 'retention.get',
  method: 'GET',
  path: '/retention',
  scope: 'retention:read',
  summary: 'Get how long things are kept, as the configuration says',
  response: z.object({
    answer_days: z.int().describe('Stored answers and documents'),
    usage_visible_days: z.int().describe('Rows of the usage log that are shown'),
    usage_days: z.int().describe('Rows of the usage log that are kept'),
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
  summary: 'Drop what is past its retention now; a running server does it every hour',
  response: z.object({
    answers: z.int().describe('Stored answers that were dropped'),
    usage_rows: z.int().describe('Rows of the usage log that were dropped one by one'),
    usage_months: z.array(z.string()).describe('Whole months of the usage log that were dropped'),
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
