import {
  type CommissionSettling,
  inr,
  micro,
  NO_WRITES,
  priceOf,
  type Role,
  type SettleOperation,
  type StagedWrites,
  type Store,
  zero,
} from '@parakh/core'
import { decide } from '@parakh/kernel'
import { collectingLogger, sequentialIds } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { type LedgerBench, openLedgerBench, pseudoRandom } from '../../test/ledger-bench.ts'
import { asked, openStore } from '../../test/store-bench.ts'
import { createStore } from '../create-store.ts'

const environment = 'production'
const actor = 'asha'
const DAY_MS = 86_400_000
/** 18 % of one rupee, and 7.25 paise. */
const [EIGHTEEN, ODD] = [priceOf(180_000), priceOf(72_500)]
/** Half past midnight of 16 January 2026 in Asia/Kolkata. */
const AT = Date.parse('2026-01-16T00:30:00+05:30')

type Ending = 'pending' | 'completed' | 'failed'

describe.each(ENGINES)('settlement of commission on %s', (_engine, makeDatabase) => {
  let database: TestDatabase
  let bench: LedgerBench
  let made: number
  beforeEach(async () => {
    database = await makeDatabase()
    bench = await openLedgerBench(database)
    made = 0
  })
  afterEach(() => bench.close())

  const payer = () => {
    const [first] = bench.payers
    if (!first) throw new Error('the bench has payers')
    return first
  }
  const open = async (role: Role = 'retailer') =>
    (await bench.store.accounts.create({ name: role, role, parentId: null })).id
  const commit = (writes: Partial<StagedWrites>) => {
    const of = { accountId: payer().accountId, environment, at: bench.clock.now().getTime(), actor } as const
    return bench.store.billing.commit({ kind: 'commit', ...of, writes: { ...NO_WRITES, ...writes } })
  }
  /** Charges a rupee, of which a share is paid on. An order stays `pending`. @returns Its reference. */
  const sell = async (accountId: string, amount = EIGHTEEN, order = false): Promise<string> => {
    made += 1
    const reference = `sold-${made}`
    const { key, ...of } = payer()
    await bench.store.billing.admit({ ...asked(payer(), reference), legs: [{ accountId, amount }] })
    const asyncState: StagedWrites['asyncState'] = order ? { reference, from: 'none', to: 'pending' } : null
    const ofCall = { ...of, at: bench.clock.now().getTime(), keyId: key.id, reference }
    const settle: SettleOperation = {
      kind: 'settle',
      ...{ ...ofCall, epoch: 1, outcome: 'answer', charged: inr('1'), writes: { ...NO_WRITES, asyncState } },
      response: { status: 200, body: Buffer.from('{}') },
      usage: {
        ...{ ...ofCall, requestId: reference, endpoint: 'lookup', status: 200, outcome: 'answer', code: null },
        ...{ latencyMs: 1, charged: inr('1'), ip: '127.0.0.1', day: '2026-01-15', counted: true },
      },
    }
    expect(await bench.store.billing.settle(settle)).toEqual({ kind: 'done' })
    return reference
  }
  const order = (accountId: string) => sell(accountId, EIGHTEEN, true)
  /** Results of an order: delivered, or called off and given back. */
  const end = (reference: string, to: Ending) =>
    commit({
      asyncState: { reference, from: 'pending', to },
      refunds: to === 'failed' ? [{ reference, reason: 'cancelled' }] : [],
    })
  const giveBack = (reference: string) => commit({ refunds: [{ reference, reason: 'failed later' }] })
  const settle = (how: CommissionSettling = 'daily', at = AT, store: Store = bench.store) =>
    store.commission.settle({ at, settle: how })
  const totals = (accountId: string) => bench.store.commission.totals(accountId, environment)
  const wallet = (accountId: string) => bench.store.wallet.balance(accountId, environment)
  const credits = async (accountId: string): Promise<readonly { reference: string; amount: number }[]> => {
    const rows = await bench.tables('parakh_credit').where({ account_id: accountId, environment }).orderBy('at')
    return rows.map(({ reference, amount }) => ({ reference, amount: Number(amount) }))
  }
  const verified = async () => {
    expect(await bench.store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    expect(await bench.store.ledger.guard('tester')).toEqual([])
  }

  it('lets nobody convert what an order may still take back: 25 orders, all cancelled, leave nothing', async () => {
    const id = await open()
    const orders = await Promise.all(Array.from({ length: 25 }, () => order(id)))
    expect(await totals(id)).toEqual({ accrued: 25 * EIGHTEEN, pending: 25 * EIGHTEEN, convertible: zero })
    const refused = bench.store.commission.convert({ accountId: id, environment, reference: 'mine', actor })
    await expect(refused).rejects.toMatchObject({ code: 'COMMISSION_TOO_LITTLE' })
    for (const how of ['daily', 'immediately', 'manual'] as const)
      expect(await settle(how)).toEqual({ transferred: 0, recovered: 0 })
    for (const reference of orders) await end(reference, 'failed')
    expect(await totals(id)).toEqual({ accrued: zero, pending: zero, convertible: zero })
    expect(await settle('immediately')).toEqual({ transferred: 0, recovered: 0 })
    expect(await wallet(id)).toMatchObject({ balance: zero, owed: zero })
    await verified()
  })

  it('transfers what is final once a day, in whole paise, and carries the remainder', async () => {
    const id = await open()
    await sell(id, ODD)
    const [delivered, onItsWay] = [await order(id), await order(id)]
    await end(delivered, 'completed')
    expect(await totals(id)).toEqual({ accrued: 2 * EIGHTEEN + ODD, pending: EIGHTEEN, convertible: 250_000 })
    expect(await settle()).toEqual({ transferred: 1, recovered: 0 })
    expect(await wallet(id)).toMatchObject({ balance: 250_000 })
    expect(await totals(id)).toEqual({ accrued: EIGHTEEN + 2_500, pending: EIGHTEEN, convertible: zero })
    await end(onItsWay, 'completed')
    expect(await settle('daily', AT + DAY_MS - 3_600_000)).toEqual({ transferred: 0, recovered: 0 })
    expect(await settle('daily', AT + DAY_MS)).toEqual({ transferred: 1, recovered: 0 })
    expect(await credits(id)).toEqual([
      { reference: `settle/${id}/production/2026-01-16`, amount: 250_000 },
      { reference: `settle/${id}/production/2026-01-17`, amount: 180_000 },
    ])
    expect(await totals(id)).toEqual({ accrued: 2_500, pending: zero, convertible: zero })
    const { items } = await bench.store.audit.list({ accountIds: [id], cursor: null, limit: 9 })
    expect(items.find(({ action }) => action === 'commission.convert')).toMatchObject({ actor: 'system:settlement' })
    await verified()
  })

  it('transfers as often as something is final where that is done immediately, and nothing by hand alone', async () => {
    const id = await open()
    await sell(id)
    expect(await settle('manual')).toEqual({ transferred: 0, recovered: 0 })
    expect(await settle('immediately')).toEqual({ transferred: 1, recovered: 0 })
    await sell(id)
    expect(await settle('immediately')).toEqual({ transferred: 1, recovered: 0 })
    expect(await wallet(id)).toMatchObject({ balance: 2 * EIGHTEEN })
    await verified()
  })

  it('leaves its references to nobody else', async () => {
    const id = await open()
    const reference = `settle/${id}/production/2026-01-16`
    const credit = { accountId: id, environment, amount: inr('1'), reference, actor } as const
    await expect(bench.store.wallet.credit(credit)).rejects.toMatchObject({ code: 'INVALID_REFERENCE' })
    await expect(bench.store.commission.convert(credit)).rejects.toMatchObject({ code: 'INVALID_REFERENCE' })
  })

  it('takes back what was transferred and reversed since: what is spent is owed, and repaid by what comes in', async () => {
    const id = await open()
    const sold = [await sell(id), await sell(id), await sell(id, ODD)]
    await settle()
    // 43 paise, of which 30 are gone.
    const taken = { accountId: id, environment, amount: micro(-300_000), reference: 'spent', reason: 'Spent', actor }
    await bench.store.wallet.adjust({ ...taken, environment })
    for (const reference of sold) await giveBack(reference)
    expect(await totals(id)).toEqual({ accrued: -430_000, pending: zero, convertible: zero })
    await expect(bench.store.accounts.setStatus(id, 'closed')).rejects.toMatchObject({ code: 'ACCOUNT_OWES' })
    expect(await settle('manual')).toEqual({ transferred: 0, recovered: 1 })
    expect(await settle('manual')).toEqual({ transferred: 0, recovered: 0 })
    expect(await totals(id)).toEqual({ accrued: zero, pending: zero, convertible: zero })
    expect(await wallet(id)).toMatchObject({ balance: zero, owed: 300_000 })
    await expect(bench.store.accounts.setStatus(id, 'closed')).rejects.toMatchObject({ code: 'ACCOUNT_OWES' })
    await verified()
    await sell(id)
    await settle('daily', AT + DAY_MS)
    expect(await wallet(id)).toMatchObject({ balance: zero, owed: 120_000 })
    const utr = { accountId: id, environment, amount: inr('1'), reference: 'utr', actor } as const
    expect(await bench.store.wallet.credit(utr)).toMatchObject({ balance: 880_000, owed: zero })
    const from = Date.parse('2026-01-01')
    const month = await bench.store.commission.month({ accountId: id, environment, from, until: from + 40 * DAY_MS })
    expect(month).toMatchObject({ earned: 612_500, reversed: 432_500, converted: 180_000, closing: zero })
    await verified()
    expect(await bench.store.accounts.setStatus(id, 'closed')).toMatchObject({ status: 'closed' })
  })

  it('takes a shortfall back although orders on their way would hide it', async () => {
    const id = await open()
    const sold = await sell(id)
    await settle()
    await giveBack(sold)
    await order(id)
    expect(await totals(id)).toEqual({ accrued: zero, pending: EIGHTEEN, convertible: zero })
    expect(await settle('manual')).toEqual({ transferred: 0, recovered: 1 })
    expect(await totals(id)).toEqual({ accrued: EIGHTEEN, pending: EIGHTEEN, convertible: zero })
    expect(await wallet(id)).toMatchObject({ balance: zero, owed: zero })
    await verified()
  })

  it('sends nothing to a closed account', async () => {
    const id = await open()
    await sell(id)
    await bench.store.accounts.setStatus(id, 'closed')
    expect(await settle()).toEqual({ transferred: 0, recovered: 0 })
    expect(await totals(id)).toMatchObject({ accrued: EIGHTEEN })
  })

  it('moves nothing twice, however many processes settle at once', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => open()))
    const sold = await Promise.all(ids.map((id) => sell(id)))
    const others = await Promise.all([1, 2].map(() => openStore(database, { clock: bench.clock })))
    const stores = [bench.store, ...others]
    const daily = await Promise.all(stores.map((store) => settle('daily', AT, store)))
    expect(daily.reduce((sum, { transferred }) => sum + transferred, 0)).toBe(6)
    for (const reference of sold) await giveBack(reference)
    const back = await Promise.all(stores.map((store) => settle('immediately', AT, store)))
    expect(back.reduce((sum, { recovered }) => sum + recovered, 0)).toBe(6)
    for (const id of ids) expect(await wallet(id)).toMatchObject({ balance: zero, owed: zero })
    await verified()
    for (const store of others) await store.close()
  })

  it('is done by the next process where one was killed half way, and moves nothing twice', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => open()))
    for (const id of ids) await sell(id)
    const [lane, killed] = [sequentialIds(900), new Error('killed')]
    let left = 5
    const next = () => {
      left -= 1
      if (left < 0) throw killed
      return lane.next()
    }
    // It dies between two accounts: it can name nothing any more, so it writes nothing more.
    const dying = await createStore({
      ...{ database: database.options, decide, ids: { ...lane, next }, clock: bench.clock },
      secrets: {
        pepper: [{ id: 'p1', value: 'pepper' }],
        masterKey: [{ id: 'm1', value: Buffer.alloc(32, 7).toString('base64') }],
      },
      logger: collectingLogger(),
    })
    left = 5
    await expect(settle('daily', AT, dying)).rejects.toBe(killed)
    await dying.close()
    const before = await Promise.all(ids.map(async (id) => (await wallet(id)).balance))
    expect(before.filter((balance) => balance > 0)).toHaveLength(2)
    expect(await settle()).toEqual({ transferred: 2, recovered: 0 })
    for (const id of ids) expect(await wallet(id)).toMatchObject({ balance: EIGHTEEN })
    await verified()
  })

  it('keeps one roll-up of each account, which is its entries', async () => {
    const id = await open()
    for (let round = 1; round <= 3; round += 1) {
      await sell(id)
      await Promise.all([bench.store.commission.rollUp(), bench.store.commission.rollUp()])
      const rows = await bench.tables('parakh_commission_rollup').where({ ledger_account: `commission:${id}` })
      expect(rows.map(({ entries, amount }) => [Number(entries), Number(amount)])).toEqual([[round, round * EIGHTEEN]])
    }
    await verified()
  })

  it.each([1, 2, 3])(
    'leaves with a reseller the shares of what stayed charged, whatever happened between (seed %i)',
    async (seed) => {
      const random = pseudoRandom(seed * 7_919)
      const ids = [await open(), await open('distributor')]
      const shares = [EIGHTEEN, ODD, priceOf(12_345)]
      const book = new Map(ids.map((id) => [id, { kept: 0, put: 0 }]))
      const onTheirWay: { reference: string; id: string; amount: number }[] = []
      const final: { reference: string; id: string; amount: number }[] = []
      const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T
      const take = <T>(from: T[]): T | undefined => from.splice(random(Math.max(1, from.length)), 1)[0]
      const of = (id: string) => book.get(id) ?? { kept: 0, put: 0 }
      const steps: readonly (() => Promise<unknown>)[] = [
        async () => {
          const [id, amount, isOrder] = [pick(ids), pick(shares), random(2) === 0]
          const reference = await sell(id, amount, isOrder)
          of(id).kept += amount
          const list = isOrder ? onTheirWay : final
          list.push({ reference, id, amount })
        },
        async () => {
          const sold = take(onTheirWay)
          if (!sold) return
          const to = pick<Ending>(['completed', 'failed'])
          await end(sold.reference, to)
          if (to === 'failed') of(sold.id).kept -= sold.amount
          else final.push(sold)
        },
        async () => {
          const sold = take(final)
          if (!sold) return
          await giveBack(sold.reference)
          of(sold.id).kept -= sold.amount
        },
        async () => {
          const [accountId, amount] = [pick(ids), micro((random(40) - 20 || 1) * 10_000)]
          made += 1
          const reference = `moved-${made}`
          await bench.store.wallet.adjust({ accountId, environment, amount, reference, reason: 'Correction', actor })
          of(accountId).put += amount
        },
        async () => {
          const accountId = pick(ids)
          made += 1
          const conversion = { accountId, environment, reference: `mine-${made}`, actor } as const
          await bench.store.commission.convert(conversion).catch((error: { code?: string }) => {
            expect(error.code).toBe('COMMISSION_TOO_LITTLE')
          })
        },
        () => settle(pick<CommissionSettling>(['daily', 'immediately', 'manual']), AT + random(5) * DAY_MS),
        () => bench.store.commission.rollUp(),
      ]
      for (let step = 0; step < 90; step += 1) {
        await pick(steps)()
        for (const id of ids) {
          const { accrued, pending } = await totals(id)
          const waiting = onTheirWay.reduce((sum, sold) => sum + (sold.id === id ? sold.amount : 0), 0)
          expect(pending).toBe(waiting)
          const { balance, owed } = await wallet(id)
          // Wherever it stands: in the wallet, owed, or accrued.
          expect(balance - owed + accrued).toBe(of(id).kept + of(id).put)
        }
      }
      await settle('immediately', AT)
      for (const id of ids) {
        const { accrued, pending, convertible } = await totals(id)
        expect({ convertible, left: accrued - pending >= 0 && accrued - pending < 10_000 }).toEqual({
          ...{ convertible: zero, left: true },
        })
      }
      await verified()
    },
  )
})
