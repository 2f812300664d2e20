import type { UsageLog } from '@parakh/core'
import { collectingLogger } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { maintainUsageLog } from './maintain-usage-log.ts'

const DAY_MS = 86_400_000

it('makes room before it drops, by the days that are configured', async () => {
  const done: (readonly [string, number])[] = []
  const usageLog: UsageLog = {
    page: async () => ({ rows: [], next: null }),
    ofRequestId: async () => [],
    prepare: async (at) => void done.push(['prepare', at]),
    async purge(before) {
      done.push(['purge', before])
      return { rows: 3, partitions: ['usage_2025_01', 'usage_2025_02'] }
    },
  }
  const logger = collectingLogger()
  await maintainUsageLog({ usageLog, logger, usageDays: 400 }, 500 * DAY_MS)
  expect(done).toEqual([
    ['prepare', 500 * DAY_MS],
    ['purge', 100 * DAY_MS],
  ])
  expect(logger.of('usage.purged')).toHaveLength(1)
  expect(logger.of('usage.purge_delayed')).toHaveLength(0)
})

it('tells of rows that could not be dropped yet', async () => {
  const usageLog: UsageLog = {
    page: async () => ({ rows: [], next: null }),
    ofRequestId: async () => [],
    prepare: async () => undefined,
    purge: async () => ({ rows: 0, partitions: [], delayed: true }),
  }
  const logger = collectingLogger()
  await maintainUsageLog({ usageLog, logger, usageDays: 400 }, 500 * DAY_MS)
  expect(logger.of('usage.purge_delayed')).toHaveLength(1)
})
