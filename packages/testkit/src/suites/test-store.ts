import { inr, type Store, zero } from '@parakh/core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountChangeTests } from './store/account-changes.ts'
import { accountTreeTests } from './store/account-tree.ts'
import { accountTests } from './store/accounts.ts'
import { adjustmentTests } from './store/adjustments.ts'
import { admissionTests } from './store/admission.ts'
import { auditLogTests } from './store/audit-log.ts'
import { clockStepTests } from './store/clock-steps.ts'
import { completionByProcessesTest, completionTests, resultOf } from './store/completion.ts'
import { externalKeyTests } from './store/external-keys.ts'
import { externalWalletTests } from './store/external-wallets.ts'
import { jobAndEventTests } from './store/jobs-and-events.ts'
import { keyTests } from './store/keys.ts'
import { leaseTests } from './store/leases.ts'
import { nonceTests } from './store/nonces.ts'
import { processTests } from './store/processes.ts'
import { randomSequenceTests } from './store/random-sequence.ts'
import { rateWindowTests } from './store/rate-windows.ts'
import { recordTests } from './store/records.ts'
import { requestIdTests } from './store/request-ids.ts'
import { spendCapTests } from './store/spend-caps.ts'
import { stagedWriteTests } from './store/staged-writes.ts'
import { type StoreBench, StoreTrial } from './store/store-trial.ts'
import { subjectTests } from './store/subjects.ts'
import { uniqueKeyTests } from './store/unique-keys.ts'
import { unitTests } from './store/units.ts'
import { usageLogTests } from './store/usage-log.ts'
import { walletTests } from './store/wallet.ts'

/** How a store is tested. */
export interface StoreSuite {
  /** Called once: all tests share one store, each with accounts of its own, so that the ledger is checked with much in it. */
  create(): Promise<StoreBench>
  /** Whether `create` gives `second`. */
  readonly processes?: boolean
  /** Whether `create` gives `reopen`. */
  readonly durable?: boolean
}

/**
 * The suite that every store passes: SQLite, PostgreSQL, memory, or yours. After each test the ledger's invariants must hold.
 *
 * @param name Of the store, for the titles.
 * @example
 * testStore('memory', {
 *   create: async () => {
 *     const clock = manualClock()
 *     const store = createMemoryStore({ decide, clock, ids: sequentialIds() })
 *     return { store, clock, close: () => store.close() }
 *   },
 * })
 */
export function testStore(name: string, suite: StoreSuite): void {
  describe(`the store ${name}`, () => {
    let trial: StoreTrial | undefined
    let second: Store | undefined
    const current = (): StoreTrial => given(trial)
    const other = (): Store => given(second)

    beforeAll(async () => {
      const bench = await suite.create()
      trial = new StoreTrial(bench)
      if (suite.processes) second = await given(bench.second)()
    })
    afterEach(async () => {
      const { store, at } = current()
      await store.billing.idle()
      await store.billing.sweep(at)
      expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    })
    afterAll(async () => trial?.bench.close())

    it('is migrated, once or twice, and answers', async () => {
      const { store } = current()
      await store.migrate()
      expect(await store.migrated()).toBe(true)
      await store.ping()
    })
    describe('accounts', () => accountTests(current))
    describe('the tree of accounts', () => accountTreeTests(current))
    describe('changes of accounts', () => accountChangeTests(current))
    describe('the audit log', () => auditLogTests(current))
    describe('keys', () => keyTests(current))
    describe('external keys', () => externalKeyTests(current))
    describe('nonces', () => nonceTests(current))
    describe('wallet', () => walletTests(current))
    describe('adjustments', () => adjustmentTests(current))
    describe('units of a plan', () => unitTests(current))
    describe('admit and settle', () => admissionTests(current))
    describe('request ids', () => requestIdTests(current))
    describe('unique keys', () => uniqueKeyTests(current))
    describe('people', () => subjectTests(current))
    describe('rate windows', () => rateWindowTests(current))
    describe('spend caps', () => spendCapTests(current))
    describe('leases', () => leaseTests(current))
    describe('a clock that is set', () => clockStepTests(current))
    describe('staged writes', () => stagedWriteTests(current))
    describe('charged on completion', () => completionTests(current))
    describe('records', () => recordTests(current))
    describe('jobs, events and usage', () => jobAndEventTests(current))
    describe('the usage log', () => usageLogTests(current))
    describe('random sequences', () => randomSequenceTests(current))
    describe('external wallets', () => externalWalletTests(suite))
    if (suite.processes) processTests(current, other)
    if (suite.processes) completionByProcessesTest(current, other)
    if (suite.durable) durabilityTests(suite)
  })
}

/** What a restart finds. */
function durabilityTests(suite: StoreSuite): void {
  it('finds everything again after it was opened again', async () => {
    const bench = await suite.create()
    const trial = new StoreTrial(bench)
    const payer = await trial.payer(inr('10'))
    await trial.pay(payer, inr('4'), { requestId: 'order-17' })
    const held = await trial.hold(payer, { price: inr('1') })
    const accepted = await trial.accept(payer, { price: inr('2') })
    const nonce = { scheme: 'partners', nonce: 'once', at: trial.at, seconds: 600 }
    expect(await bench.store.nonces.claim(nonce)).toBe(true)
    const store = await given(bench.reopen)()
    expect(await store.migrated()).toBe(true)
    expect(await store.nonces.claim(nonce)).toBe(false)
    expect(await trial.balance(payer, store)).toMatchObject({ balance: inr('6'), held: inr('3'), available: inr('3') })
    expect(await trial.admit(payer, { requestId: 'order-17' }, store)).toMatchObject({ kind: 'replay' })
    expect(await trial.settle(held, { charged: inr('1') }, store)).toEqual({ kind: 'done' })
    expect(await trial.commit(payer, resultOf(accepted, 'completed'), store)).toEqual({ kind: 'done' })
    expect(await trial.balance(payer, store)).toMatchObject({ balance: inr('3'), held: zero })
    expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    await store.close()
    await bench.close()
  })
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the suite was promised something that create() did not give')
  return value
}
