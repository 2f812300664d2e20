import { setTimeout as sleep } from 'node:timers/promises'
import { inr, isParakhError, type Store } from '@parakh/core'
import { expect } from 'vitest'
import { asked, openPayer, type Payer, settle } from './store-bench.ts'

/** Callers that go on while the database is in trouble, and what they were told. */
export interface TroubledLoad {
  /** Operations that were told to come again: 503 of a call. */
  readonly refused: number
  /** Calls that were acknowledged as settled. */
  readonly answered: number
  /** Resolves when so many more calls are answered; rejects where a caller was told something wrong. */
  more(calls: number): Promise<void>
  /** Ends the callers, when each has ended its call. */
  stop(): Promise<void>
  /** Holds what was told against the database: nothing lost, nothing doubled, no hold left, every invariant. */
  check(): Promise<void>
}

/** A number of an array in the order of a seed: a linear congruential generator. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const FUNDS = inr('100000')
/** Every call has the same time, so all of them are in one window. */
const NO_LIMITS = { endpoint: 1_000_000, total: 1_000_000, inFlight: 1_000 }
const ACCOUNTS = 4
const CALLERS = 12
/** Long past every lease. */
const LATER_MS = 3_600_000

/**
 * Begins calls of a rupee each, of several accounts, by several callers. A call that is refused is not tried again: what became of it
 * is found out at the end. Any answer but success and `STORE_UNAVAILABLE` is thrown.
 */
export async function beginLoad(store: Store): Promise<TroubledLoad> {
  const payers: Payer[] = []
  for (let count = 0; count < ACCOUNTS; count += 1) payers.push(await openPayer(store, FUNDS))
  const acknowledged: string[] = []
  const unacknowledged: string[] = []
  let refused = 0
  let over = false
  const told = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work
    } catch (error) {
      if (!isParakhError(error) || error.code !== 'STORE_UNAVAILABLE') throw error
      refused += 1
      // As long as Retry-After would say, or less; never at once, or nothing else would run.
      await sleep(20)
      return null
    }
  }
  const call = async (payer: Payer, reference: string): Promise<void> => {
    const admitted = await told(store.billing.admit({ ...asked(payer, reference), limits: NO_LIMITS }))
    if (!admitted) return
    expect(admitted).toMatchObject({ kind: 'admitted' })
    const settled = await told(settle(store, payer, reference))
    if (!settled) unacknowledged.push(reference)
    else {
      expect(settled).toEqual({ kind: 'done' })
      acknowledged.push(reference)
    }
  }
  const caller = async (index: number): Promise<void> => {
    const payer = payers[index % ACCOUNTS]
    if (!payer) throw new Error('there is a payer for each caller')
    for (let count = 0; !over; count += 1) await call(payer, `${payer.accountId}-${index}-${count}`)
  }
  const callers = Promise.all(Array.from({ length: CALLERS }, (_, index) => caller(index)))
  callers.catch(() => undefined)
  return {
    get refused() {
      return refused
    },
    get answered() {
      return acknowledged.length
    },
    async more(calls) {
      const enough = acknowledged.length + calls
      let ended = false
      const ending = callers.finally(() => {
        ended = true
      })
      ending.catch(() => undefined)
      while (acknowledged.length < enough && !ended) await sleep(5)
      if (ended) await ending
    },
    async stop() {
      over = true
      await callers
    },
    async check() {
      await store.billing.sweep(Date.now() + LATER_MS)
      const report = await store.ledger.verify()
      expect(report).toMatchObject({ ok: true, broken: [], openHolds: 0 })
      for (const reference of acknowledged)
        expect(await store.billing.findByReference(reference)).toMatchObject({ call: { phase: 'answered' } })
      let charged = acknowledged.length
      for (const reference of unacknowledged)
        if ((await store.billing.findByReference(reference))?.call.phase === 'answered') charged += 1
      let [spent, counted] = [0, 0]
      for (const { accountId } of payers) {
        const { balance, held } = await store.wallet.balance(accountId, 'production')
        expect(held).toBe(0)
        spent += FUNDS - balance
        counted += (await store.usage.counts(accountId, 'production', new Date())).total
      }
      expect(spent).toBe(charged * inr('1'))
      expect(counted).toBe(charged)
    },
  }
}
