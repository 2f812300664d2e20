import type { AuditLog, Billing, Logger, Subjects, UsageLog } from '@parakh/core'
import type { CallSettings } from '../runtime/call-settings.ts'
import type { RetentionTime } from '../time/retention-time.ts'
import { maintainUsageLog } from './maintain-usage-log.ts'

const DAY_MS = 86_400_000

/** What is dropped by its age, and what says so. */
export interface RetainedParts {
  readonly billing: Pick<Billing, 'purge'>
  readonly usageLog: Pick<UsageLog, 'prepare' | 'purge'>
  readonly subjects: Pick<Subjects, 'purge'>
  readonly audit: Pick<AuditLog, 'append'>
  readonly logger: Logger
  readonly settings: Pick<CallSettings, 'replayDays' | 'usageDays' | 'consentDays'>
  readonly time: Pick<RetentionTime, 'at'>
}

/** The tasks that drop what is past its retention. Every process has them; two at the same time are right. */
export function retentionTasks(parts: RetainedParts): readonly { readonly name: string; run(): Promise<unknown> }[] {
  const { billing, usageLog, logger, time } = parts
  const { replayDays, usageDays, consentDays = null } = parts.settings
  return [
    { name: 'purge', run: () => billing.purge(time.at() - replayDays * DAY_MS) },
    { name: 'usage', run: () => maintainUsageLog({ usageLog, logger, usageDays }, time.at()) },
    ...(consentDays === null
      ? []
      : [{ name: 'consents', run: () => purgeConsents(parts, time.at() - consentDays * DAY_MS) }]),
  ]
}

/** Rows of the index of people, which are also the records of consent: that they are gone is written down. */
async function purgeConsents({ subjects, audit, logger }: RetainedParts, before: number): Promise<void> {
  const rows = await subjects.purge(before)
  if (rows === 0) return
  const after = { rows, until: new Date(before).toISOString() }
  await audit.append({
    ...{
      actor: 'system:retention',
      action: 'consent.purge',
      subject: 'consents',
      accountId: null,
      before: null,
      after,
    },
  })
  logger.info('consents.purged', { rows })
}
