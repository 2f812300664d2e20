import type { BillingOperation, Clock, LedgerOperation, OperationResult } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { chosenSeed, LedgerRun, ledgerParties, pseudoRandom, randomLedgerSteps, tellFigures } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresDatabase, sqliteDatabase } from '../../test/databases.ts'
import { type Contender, makeContender } from '../../test/ledger-contender.ts'
import { insertParties, rowsOfDatabase, rowsOfMemory } from '../../test/ledger-rows.ts'
import { createLedgerCheck } from '../ledger/create-ledger-check.ts'
import { WriteThroughCache } from './sqlite/write-through-cache.ts'

/** Sequences at least, and at most until everything is reached. */
const LEAST = Number(process.env['PARAKH_SEQUENCES'] ?? (process.env['PARAKH_FULL'] === '1' ? 20 : 4))
const MOST = Math.max(LEAST, 20)
const STEPS = 200
const LARGEST_GROUP = 8
const seed = chosenSeed()
/** When the runs begin: no lease has been forgotten by then. */
const CLOCK: Clock = { now: () => new Date(Date.UTC(2026, 0, 15, 18)), monotonicMs: () => 0 }
/** Every way that the rows of a ledger come about. */
const TO_BE_REACHED = [
  ...['credit', 'adjust', 'debit', 'reverse', 'transfer', 'convert', 'recover'].map((kind) => `${kind}:moved`),
  ...['credit:duplicate', 'credit:reused', 'adjust:duplicate', 'adjust:reused', 'debit:insufficient'],
  ...['transfer:insufficient', 'move:moved', 'move:duplicate', 'move:reused', 'move:insufficient', 'move:thrown'],
  ...['admit:admitted', 'admit:replay', 'admit:INSUFFICIENT_BALANCE', 'admit:REQUEST_ID_REUSED', 'answer:done'],
  ...['none:done', 'failed:done', 'settle:lost', 'settle:conflict', 'dispatch:done', 'expire:done', 'commit:done'],
  ...['commit:conflict', 'log:logged', 'take-over', 'thrown', 'charge of commission', 'refund of commission'],
  ...['adjustment of wallet', 'adjustment of receivable', 'repayment of receivable', 'recovery of receivable'],
  ...['clawback of commission'],
  ...['responses', 'inputs', 'consents', 'events', 'jobs', 'records'],
]

/** A cache on which no batch is decided. */
class NeverUsed extends WriteThroughCache {
  override decide(): null {
    return null
  }
}
/** A cache that counts the batches which were decided on it. */
class Counted extends WriteThroughCache {
  decided = 0
  override decide(operations: readonly BillingOperation[], by: typeof decide): ReturnType<typeof decide> | null {
    const decision = super.decide(operations, by)
    if (decision) this.decided += 1
    return decision
  }
}

const BATCHED: ReadonlySet<string> = new Set<BillingOperation['kind']>([
  ...(['admit', 'settle', 'dispatch', 'expire', 'log', 'credit', 'adjust', 'commit'] as const),
])
const isBatched = (operation: LedgerOperation): operation is BillingOperation => BATCHED.has(operation.kind)

describe('every form of the ledger', () => {
  const contenders = new Map<string, Contender>()
  const cache = new Counted()
  beforeAll(async () => {
    contenders.set('SQLite, read each time', await makeContender(await sqliteDatabase(), new NeverUsed()))
    contenders.set('SQLite, on its cache', await makeContender(await sqliteDatabase(), cache))
    contenders.set('PostgreSQL', await makeContender(await postgresDatabase()))
  })
  afterAll(async () => {
    for (const contender of contenders.values()) await contender.close()
  })

  /** Takes a run's steps in memory, and gives every contender the same operations, so many at once. */
  async function compare(sequence: number, reached: Map<string, number>): Promise<void> {
    const prefix = `s${sequence}-`
    const parties = ledgerParties(prefix)
    for (const { database } of contenders.values()) await insertParties(database, parties)
    const run = new LedgerRun(decide, parties, prefix)
    const random = pseudoRandom(seed + sequence)
    let group: { operation: BillingOperation; result: OperationResult | 'refused' }[] = []
    let size = 1
    const flush = async (): Promise<void> => {
      const told = group
      group = []
      // Alone as often as in company: an operation that is read takes its whole batch along.
      size = random(2) === 0 ? 1 : 2 + random(LARGEST_GROUP - 1)
      if (told.length === 0) return
      const expected = told.map(({ result }) => result)
      for (const [name, contender] of contenders)
        expect(await contender.run(told.map(({ operation }) => operation)), name).toEqual(expected)
    }
    for (const step of randomLedgerSteps(seed + sequence, STEPS)) {
      const action = run.actionOf(step)
      if (action?.kind === 'take-over') {
        await flush()
        const { reference, epoch, leaseUntil } = action
        for (const { open } of contenders.values())
          expect(await open.takeOver(reference, epoch, 'two', leaseUntil)).toBe(epoch + 1)
        run.takeOver(action)
      } else if (action) {
        const { operation } = action
        // Credits and adjustments come both ways: in a batch, and in a transaction with other rows.
        const isAlone = 'amount' in operation && (!isBatched(operation) || random(2) === 0)
        if (isAlone) await flush()
        const result = run.tryOne(operation)
        if (isAlone) {
          const end = result?.kind ?? 'thrown'
          for (const [name, contender] of contenders) expect(await contender.move(operation), name).toBe(end)
          reached.set(`move:${end}`, (reached.get(`move:${end}`) ?? 0) + 1)
        } else if (isBatched(operation)) group.push({ operation, result: result ?? 'refused' })
      }
      if (group.length >= size) await flush()
    }
    await flush()
    const expected = rowsOfMemory(run.tables)
    for (const [name, { database }] of contenders)
      expect(await rowsOfDatabase(database, { prefix, parties }), name).toEqual(expected)
    for (const [what, times] of run.reached) reached.set(what, (reached.get(what) ?? 0) + times)
  }

  it(`comes to the same rows over ${LEAST} random sequences or more of ${STEPS} operations`, {
    timeout: 900_000,
  }, async () => {
    const reached = new Map<string, number>()
    const missed = () => TO_BE_REACHED.filter((what) => !reached.has(what))
    for (let sequence = 0; sequence < LEAST || (sequence < MOST && missed().length > 0); sequence += 1)
      await compare(sequence, reached)
    tellFigures({ decidedOnTheCache: cache.decided, ...Object.fromEntries([...reached].sort()) })
    expect(cache.decided).toBeGreaterThan(0)
    expect(missed()).toEqual([])
    for (const [name, { database }] of contenders)
      expect((await createLedgerCheck({ database, clock: CLOCK }).verify()).broken, name).toEqual([])
  })
})
