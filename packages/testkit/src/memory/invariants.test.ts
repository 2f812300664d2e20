import { inr, type LedgerEntry, micro, walletKey, zero } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { expect, it } from 'vitest'
import { manualClock } from '../fakes/manual-clock.ts'
import { sequentialIds } from '../fakes/sequential-ids.ts'
import { StoreTrial } from '../suites/store/store-trial.ts'
import { createMemoryStore, type MemoryStore } from './memory-store.ts'

/** A store with a paid call, an open one and a free one in it. */
async function usedStore() {
  const clock = manualClock()
  const store = createMemoryStore({ decide, clock, ids: sequentialIds(1) })
  const trial = new StoreTrial({ store, clock, close: () => store.close() })
  const payer = await trial.payer(inr('10'))
  const paid = await trial.pay(payer, inr('4'), { legs: [{ accountId: payer.accountId, amount: inr('1') }] })
  const open = await trial.hold(payer, { price: inr('1') })
  return { store, clock, payer, paid, open }
}
type Used = Awaited<ReturnType<typeof usedStore>>

const changeWallet = ({ store, payer }: Used, changes: object): void => {
  const wallet = store.tables.wallets.get(walletKey(payer))
  if (wallet) store.tables.wallets.set(walletKey(payer), { ...wallet, ...changes })
}
const changeCall = (store: MemoryStore, reference: string, changes: object): void => {
  const call = store.tables.calls.get(reference)
  if (call) store.tables.calls.set(reference, { ...call, ...changes })
}
const changeEntry = ({ store }: Used, which: (entry: LedgerEntry) => boolean, changes: object): void => {
  const place = store.tables.entries.findIndex(which)
  const entry = store.tables.entries[place]
  if (entry) store.tables.entries[place] = { ...entry, ...changes }
}

it('finds nothing in a ledger that was left alone', async () => {
  const { store } = await usedStore()
  expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [], openHolds: 1 })
})

it.each<[invariant: string, what: string, tamper: (used: Used) => void]>([
  [
    'I1',
    'money out of nowhere',
    (used) => changeEntry(used, ({ ledgerAccount }) => ledgerAccount === 'revenue', { amount: inr('9') }),
  ],
  ['I2', 'a negative hold', (used) => changeWallet(used, { held: micro(-1) })],
  ['I3', 'a balance that is not the sum of its entries', (used) => changeWallet(used, { posted: inr('7') })],
  ['I3', 'a debt that nothing explains', (used) => changeWallet(used, { owed: inr('1') })],
  ['I3', 'money that no credit brought', ({ store }) => store.tables.credits.clear()],
  ['I4', 'something available where something is owed', (used) => changeWallet(used, { owed: inr('1') })],
  ['I13', 'an event that was left out', ({ store }) => void store.tables.events.shift()],
  [
    'I13',
    'an event that is there twice',
    ({ store }) => void store.tables.events.push(...store.tables.events.slice(-1)),
  ],
  ['I14', 'a posting of nobody', (used) => changeEntry(used, ({ kind }) => kind === 'charge', { actor: '' })],
  ['I14', 'a charge at no price', (used) => changeEntry(used, ({ kind }) => kind === 'charge', { priceVersion: '' })],
  ['I4', 'more held than there is', (used) => changeWallet(used, { held: inr('100') })],
  ['I5', 'a hold without a call', (used) => changeWallet(used, { held: inr('2') })],
  ['I7', 'a forgotten hold', ({ clock }) => clock.advance(30_000 + 60_001)],
  ['I7', 'a call settled and open', ({ store, open }) => changeCall(store, open.reference, { settledAt: 1 })],
  [
    'I8',
    'a gap in the versions',
    (used) => changeEntry(used, ({ kind, version }) => kind === 'charge' && version !== null, { version: 7 }),
  ],
  [
    'I8',
    'a rewritten history',
    (used) => changeEntry(used, ({ kind, version }) => kind === 'charge' && version !== null, { previous: zero }),
  ],
  ['I11', 'a debit without a charged call', ({ store, paid }) => changeCall(store, paid.reference, { charged: zero })],
  [
    'I11',
    'a charge without a stored response',
    ({ store, paid }) => void store.tables.responses.delete(paid.reference),
  ],
  [
    'I12',
    'commission above the price',
    ({ store, paid }) => changeCall(store, paid.reference, { legs: [{ accountId: 'x', amount: inr('5') }] }),
  ],
])('finds %s broken: %s', async (invariant, _what, tamper) => {
  const used = await usedStore()
  tamper(used)
  const report = await used.store.ledger.verify()
  expect(report.ok).toBe(false)
  expect(report.broken.map((broken) => broken.invariant)).toContain(invariant)
})
