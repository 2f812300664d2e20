import { AuditLog, Billing, Clock, defineOperation, Retention, Subjects, UsageLog } from '@parakh/core'
import * as z from 'zod'
import { retentionWrite } from '../scopes.ts'

const DAY_MS = 86_400_000
const DELAYED = `Dropped nothing yet: rows are counted before they are dropped, and a transaction that may still write some has been
open for more than two seconds, in some database of this PostgreSQL cluster (pg_stat_activity tells which). Try again when it has ended.`

/** `retention.purge` */
export const purgeRetention = defineOperation({
  id: 'retention.purge',
  effect: 'write',
  summary: 'Drop data past its retention now; a running server does it every hour',
  scope: retentionWrite,
  stepUp: true,
  path: '/retention/purge',
  input: z.object({}),
  output: z.object({
    answers: z.int().describe('Deleted stored answers'),
    usage_rows: z.int().describe('Deleted rows of the usage log'),
    usage_months: z.array(z.string()).describe('Dropped months of the usage log'),
    usage_delayed: z.boolean().describe('No row could be dropped yet: a transaction of the database stays open'),
    consents: z.int().describe('Deleted rows of the index of people, which are also the records of consent'),
  }),
  whose: 'operators',
  command: {
    name: 'usage purge',
    more: ({ usage_rows, usage_months, usage_delayed }) => ({
      ...{ ok: true, rows: usage_rows, partitions: usage_months, delayed: usage_delayed },
    }),
    text: ({ usage_rows, usage_months, usage_delayed }) =>
      usage_delayed ? DELAYED : `Dropped ${usage_rows} rows and ${usage_months.length} months.`,
  },
  needs: {
    ...{ audit: AuditLog, billing: Billing, clock: Clock, retention: Retention, subjects: Subjects },
    usageLog: UsageLog,
  },
  async handle({ actor, audit, billing, clock, retention, subjects, usageLog }) {
    const now = clock.now().getTime()
    const answers = await billing.purge(now - retention.replayDays * DAY_MS)
    const usage = await usageLog.purge(now - retention.usageDays * DAY_MS)
    const { consentDays } = retention
    const consents = consentDays === null ? 0 : await subjects.purge(now - consentDays * DAY_MS)
    const dropped = { answers, usage_rows: usage.rows, usage_months: [...usage.partitions] }
    const said = { ...dropped, usage_delayed: usage.delayed === true, consents }
    await audit.append({
      ...{ actor, action: 'retention.purge', subject: 'retention', accountId: null, before: null, after: said },
    })
    return said
  },
})
