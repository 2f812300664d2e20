import { CALL_TIMES, type CallSettings } from '@parakh/kernel'
import type { CheckedConfig } from './checked-config.ts'
import { switchedOff } from './endpoints-section.ts'

/** The settings of calls, from the sections of a configuration. */
export function callSettings(
  config: Pick<CheckedConfig, 'endpoints' | 'rateLimits' | 'legacy' | 'pricing' | 'retention' | 'jobs'>,
): CallSettings {
  const { failedAuth, unknownKeys, ...limits } = config.rateLimits
  return {
    limits,
    failedAuth,
    unknownKeys,
    legacyQueryKey: config.legacy.queryKey,
    legacyUpstreamStatus: config.legacy.upstreamStatus,
    ...CALL_TIMES,
    replayDays: config.retention.answerDays,
    usageDays: config.retention.usageDays,
    usageVisibleDays: config.retention.usageVisibleDays,
    jobConcurrency: config.jobs.concurrency,
    eventDays: config.retention.eventDays,
    consentDays: config.retention.consentDays ?? null,
    erasure: config.retention.erasure ?? null,
    keptAddresses: config.retention.addresses,
    priceOverrides: config.pricing.overrides,
    switchedOff: switchedOff(config.endpoints),
  }
}
