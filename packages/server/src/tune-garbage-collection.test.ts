import { getHeapSpaceStatistics } from 'node:v8'
import { expect, it } from 'vitest'
import { tuneGarbageCollection } from './tune-garbage-collection.ts'

const ROUNDS = 30
const STAYING = 20_000
const PASSING = 2_000
const MEGABYTE = 1_048_576

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? Number.NaN

/** Bytes that objects which nobody keeps leave in the old heap, after objects of the same place in the code have stayed. */
function leftBehind(): number {
  // Made anew each time: V8 remembers what it concluded by the place in the code.
  const fill = new Function(
    'kept',
    'count',
    'for (let i = 0; i < count; i += 1) kept.push({ i, pair: [i, i + 1], inner: { i } })',
  )
  const kept: unknown[] = []
  for (let round = 0; round < ROUNDS; round += 1) fill(kept, STAYING)
  kept.length = 0
  const before = oldBytes()
  for (let round = 0; round < ROUNDS; round += 1) {
    fill(kept, PASSING)
    kept.length = 0
  }
  return oldBytes() - before
}

it('makes what passes where it dies young, though what was made there before has stayed', () => {
  expect(leftBehind(), 'without it V8 makes such objects old').toBeGreaterThan(4 * MEGABYTE)
  tuneGarbageCollection()
  expect(leftBehind()).toBeLessThan(MEGABYTE)
})
