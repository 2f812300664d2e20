import type { BillingOperation } from '@parakh/core'
import { expect, it } from 'vitest'
import { Guesses } from './guesses.ts'

/** How many batches come before one is tried without reading again, after so many wrong guesses in a row. */
function pausesAfter(wrong: number): readonly number[] {
  const guesses = new Guesses()
  const tried = { now: false }
  // What is asked for is looked at only where a guess is tried.
  const operations = new Proxy<readonly BillingOperation[]>([], {
    get: (target, name, receiver) => {
      tried.now = true
      return Reflect.get(target, name, receiver)
    },
  })
  guesses.learn([NO_ROWS], NOTHING, null)
  return Array.from({ length: wrong }, () => {
    guesses.wrong()
    guesses.learn([NO_ROWS], NOTHING, null)
    for (let batches = 0; ; batches += 1) {
      tried.now = false
      guesses.make(
        operations,
        () => ({ results: [], changes: NOTHING }),
        () => FOOTPRINT,
      )
      if (tried.now) return batches
    }
  })
}

const NO_ROWS = { wallets: [], keys: [], claims: [], uniqueKeys: [], calls: [], credits: [], records: [], counters: [] }
const NOTHING = {
  ...{ wallets: [], windows: [], callsAdded: [], callsChanged: [], responses: [], inputs: [], entries: [] },
  ...{ credits: [], usage: [], consents: [], events: [], jobs: [], records: [], counters: [] },
}
const FOOTPRINT = { at: 0, ...NO_ROWS }

it('tries less and less often where others write to the same wallets, and not for ever less', () => {
  expect(pausesAfter(11)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256])
})

it('begins anew after a guess that was right', () => {
  const guesses = new Guesses()
  guesses.wrong()
  guesses.wrong()
  guesses.right(NOTHING, '7')
  guesses.wrong()
  const make = () =>
    guesses.make(
      [],
      () => ({ results: [], changes: NOTHING }),
      () => FOOTPRINT,
    )
  guesses.learn([], NOTHING, null)
  expect(make()).toBeNull()
  guesses.learn([NO_ROWS], NOTHING, '8')
  expect(make()).toMatchObject({ premises: '{"wallets":[],"keys":[],"calls":[]}' })
})

it('remembers so many rows and no more, and of calls those that are open', () => {
  const guesses = new Guesses()
  const wallet = (id: string) => [id, 'production', 0, 0, 0, 'd', 0, 0, 0, 0, null, null, '5'] as const
  for (let turn = 0; turn < 9; turn += 1) {
    const wallets = Array.from({ length: 10_000 }, (_, n) => wallet(`${turn}-${n}`))
    guesses.learn([{ ...NO_ROWS, wallets }], NOTHING, null)
    expect(guesses.remembered).toBeLessThanOrEqual(60_000)
  }
  const ended = [
    'r',
    'a',
    'production',
    'k',
    'e',
    'q',
    null,
    'f',
    'answered',
    1,
    'o',
    1,
    'v',
    '[]',
    1,
    0,
    0,
    0,
    0,
    200,
  ] as const
  guesses.wrong()
  guesses.learn([{ ...NO_ROWS, calls: [[...ended, null, null, null, null, null, '6']] }], NOTHING, null)
  expect(guesses.remembered).toBe(0)
})
