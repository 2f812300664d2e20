import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take half a minute and more: they start servers and let real time pass. */
const LONG = [
  'packages/bench/src/',
  'packages/kernel/src/decide/ledger-properties.test.ts',
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
