import type { CallSettings } from '@parakh/kernel'
import type { CheckedConfig } from './checked-config.ts'

/**
 * The settings of calls, from the sections of a configuration. The lease of a hold is longer than the deadline, by the time for settle
 * (design.md: deadline 20 s, lease 30 s; decisions.md section 2: wait 10 s).
 */
export function callSettings(
  config: Pick<CheckedConfig, 'rateLimits' | 'legacy' | 'pricing' | 'retention' | 'jobs'>,
): CallSettings {
  const { failedAuth, unknownKeys, ...limits } = config.rateLimits
  return {
    limits,
    failedAuth,
    unknownKeys,
    legacyQueryKey: config.legacy.queryKey,
    legacyUpstreamStatus: config.legacy.upstreamStatus,
    deadlineMs: 20_000,
    leaseMs: 30_000,
    waitMs: 10_000,
    replayDays: config.retention.answerDays,
    usageDays: config.retention.usageDays,
    usageVisibleDays: config.retention.usageVisibleDays,
    jobConcurrency: config.jobs.concurrency,
    eventDays: config.retention.eventDays,
    priceOverrides: config.pricing.overrides,
  }
}
