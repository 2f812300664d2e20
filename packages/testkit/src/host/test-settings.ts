import type { CallSettings } from '@parakh/kernel'

/**
 * What calls of a test host go by: the published limits, and a deadline short enough to wait for.
 *
 * @param changes What a test wants otherwise.
 */
export function testSettings(changes: Partial<CallSettings> = {}): CallSettings {
  return {
    limits: { perEndpoint: 60, sandbox: 60, production: 300, inFlight: 20 },
    failedAuth: 20,
    unknownKeys: 60,
    legacyQueryKey: 'required',
    legacyUpstreamStatus: 400,
    deadlineMs: 2_000,
    leaseMs: 10_000,
    waitMs: 2_000,
    replayDays: 7,
    usageDays: 365,
    priceOverrides: {},
    ...changes,
  }
}
