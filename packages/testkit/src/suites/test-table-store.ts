import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import type { StoreBench } from './store/store-trial.ts'
import { accountTreeRevisionTests } from './tables/account-tree-revision.ts'
import { ledgerChangeTests } from './tables/ledger-changes.ts'
import { statementTests } from './tables/statements.ts'
import { TableTrial } from './tables/table-trial.ts'
import { transactionTests } from './tables/transactions.ts'

/**
 * The suite of a store that keeps tables of plugins: statements, transactions, moves of money. After each test the ledger's invariants must hold.
 *
 * @param name Of the store, for the titles.
 * @param suite `create` gives a store with `second`. Called once.
 * @example
 * testTableStore('acme', { create: () => openBench() })
 */
export function testTableStore(name: string, suite: { create(): Promise<StoreBench> }): void {
  describe(`tables of plugins in the store ${name}`, () => {
    let opened: TableTrial | undefined
    const trial = (): TableTrial => {
      if (!opened) throw new Error('the store is open while tests run')
      return opened
    }
    beforeAll(async () => {
      opened = await TableTrial.open(await suite.create())
    })
    afterEach(async () => {
      expect(await trial().store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    })
    afterAll(async () => opened?.bench.close())
    describe('statements', () => statementTests(trial))
    describe('transactions', () => transactionTests(trial))
    describe('transactions checked against the tree of accounts', () => accountTreeRevisionTests(trial))
    describe('changes of the ledger', () => ledgerChangeTests(trial))
  })
}
