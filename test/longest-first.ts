import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest files by the list that `npm test` ends with: they start servers, let real time pass, or run on both databases. */
const LONG = [
  'packages/bench/src/',
  'packages/features/console/src/pages/',
  'packages/features/webhooks/src/account/webhooks.test.ts',
  'packages/kernel/src/decide/ledger-properties.test.ts',
  'packages/server/src/admin/admin-isolation.test.ts',
  'packages/server/src/services/',
  'packages/features/analytics/src/roll-up/usage-roll-ups.test.ts',
  'packages/store/src/billing/postgres/',
  'packages/store/src/commission/settle.test.ts',
  'packages/store/src/store.test.ts',
  'examples/white-label/',
]

/** Starts the longest files first: else the last of them runs alone, while the other workers have nothing left to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((path) => moduleId.includes(path))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
