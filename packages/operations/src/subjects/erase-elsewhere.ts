import type { ErasedCalls, Eraser } from '@parakh/core'

/** Has every plugin remove what it keeps of erased calls. */
export const eraseElsewhere =
  (erasers: ReadonlyMap<string, Eraser>) =>
  async (calls: ErasedCalls): Promise<void> => {
    for (const eraser of erasers.values()) await eraser.erase(calls)
  }
