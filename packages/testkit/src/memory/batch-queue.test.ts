import { type Decide, inr, type LedgerOperation } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { expect, it } from 'vitest'
import { manualClock } from '../fakes/manual-clock.ts'
import { sequentialIds } from '../fakes/sequential-ids.ts'
import { createMemoryStore } from './memory-store.ts'

/** A store that notes its batches, and whose decision throws for one amount. */
async function notedStore() {
  const batches: (readonly LedgerOperation[])[] = []
  const noted: Decide = (state, operations) => {
    batches.push(operations)
    if (operations.some((operation) => operation.kind === 'credit' && operation.amount === inr('13')))
      throw new RangeError('it cannot be decided')
    return decide(state, operations)
  }
  const store = createMemoryStore({ decide: noted, clock: manualClock(), ids: sequentialIds() })
  const { id: accountId } = await store.accounts.create({ name: 'Acme', role: 'developer' })
  batches.length = 0
  const credit = (reference: string, amount = inr('1')) =>
    store.wallet.credit({ accountId, environment: 'production', amount, reference, actor: 'test' })
  return { store, batches, credit, accountId }
}

it('decides the operations of one tick as one batch', async () => {
  const { batches, credit } = await notedStore()
  await Promise.all([credit('a'), credit('b'), credit('c')])
  await credit('d')
  expect(batches.map(({ length }) => length)).toEqual([3, 1])
})

it('fails one bad operation alone, and writes its neighbours', async () => {
  const { store, credit, accountId } = await notedStore()
  const results = await Promise.allSettled([credit('a'), credit('b', inr('13')), credit('c')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await store.wallet.balance(accountId, 'production')).balance).toBe(inr('2'))
})

it('accepts nothing once it is closed', async () => {
  const { store, credit } = await notedStore()
  await store.close()
  await expect(credit('a')).rejects.toMatchObject({ code: 'STORE_CLOSED' })
  await expect(store.ping()).rejects.toMatchObject({ code: 'STORE_CLOSED' })
})

it('grants the configured sandbox credit to new accounts, or none', async () => {
  const parts = { decide, clock: manualClock(), ids: sequentialIds() }
  for (const sandboxCredit of [inr('25'), inr('0')]) {
    const store = createMemoryStore({ ...parts, sandboxCredit })
    const { id } = await store.accounts.create({ name: 'Acme', role: 'developer' })
    expect((await store.wallet.balance(id, 'sandbox')).balance).toBe(sandboxCredit)
  }
})
