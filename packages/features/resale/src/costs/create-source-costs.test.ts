import { inr, priceOf } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import { expect, it } from 'vitest'
import type { OperationCost } from '../contract/costs.ts'
import { createSourceCosts } from './create-source-costs.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('tells what a source costs now, a cost that was set within the second too, and reads nothing until it is asked', async () => {
  const clock = manualClock()
  const set: OperationCost[] = []
  const state = { reads: 0, away: false }
  const book = {
    async costs() {
      state.reads += 1
      if (state.away) throw new Error('away')
      return [...set]
    },
  }
  const costs = createSourceCosts({
    book,
    clock,
    configured: ({ source }) => (source === 'acme' ? inr('1') : undefined),
  })
  const told = (source: string) => costs.inForce(`pan/${source}`, 'details')
  expect(state.reads).toBe(0)
  expect([told('acme'), told('globex')]).toEqual([inr('1'), undefined])
  await turn()
  expect(state.reads).toBe(1)
  const at = { validFrom: clock.now(), createdAt: clock.now(), actor: 'asha' }
  set.push({ ...at, id: 'c-1', plugin: 'pan', operation: 'details', source: 'globex', cost: priceOf(500_000) })
  clock.advance(1_000)
  told('globex')
  await turn()
  expect([told('acme'), told('globex')]).toEqual([inr('1'), inr('0.50')])
  state.away = true
  clock.advance(60_000)
  expect(told('globex')).toBe(inr('0.50'))
  await turn()
  expect(told('globex')).toBe(inr('0.50'))
})
