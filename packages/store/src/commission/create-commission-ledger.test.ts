import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CommissionLeg, inr, micro, NO_WRITES, priceOf, type Role, zero } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../../test/databases.ts'
import { type LedgerBench, openLedgerBench } from '../../test/ledger-bench.ts'
import { asked, settle } from '../../test/store-bench.ts'

const environment = 'production'
const actor = 'asha'
/** 7 % and 1.25 % of one rupee. */
const [SEVEN, ODD] = [priceOf(70_000), priceOf(12_500)]

describe.each(ENGINES)('commission on %s', (engine, makeDatabase) => {
  let bench: LedgerBench
  beforeAll(async () => {
    bench = await openLedgerBench(await makeDatabase())
  })
  afterAll(() => bench.close())

  const open = async (role: Role, parentId: string | null = null) =>
    (await bench.store.accounts.create({ name: role, role, parentId })).id
  let made = 0
  /** Charges one rupee, of which legs are paid on. @returns Its reference. */
  const sell = async (legs: readonly CommissionLeg[]): Promise<string> => {
    const [payer] = bench.payers
    if (!payer) throw new Error('the bench has payers')
    made += 1
    const reference = `sold-${made}`
    const admitted = await bench.store.billing.admit({ ...asked(payer, reference), legs })
    expect(admitted).toMatchObject({ kind: 'admitted' })
    expect(await settle(bench.store, payer, reference)).toEqual({ kind: 'done' })
    return reference
  }
  const giveBack = async (reference: string) => {
    const [payer] = bench.payers
    if (!payer) throw new Error('the bench has payers')
    const { accountId } = payer
    const writes = { ...NO_WRITES, refunds: [{ reference, reason: 'failed later' }] }
    const of = { accountId, environment, at: bench.clock.now().getTime(), actor } as const
    expect(await bench.store.billing.commit({ kind: 'commit', ...of, writes })).toEqual({ kind: 'done' })
  }
  const totals = (accountId: string) => bench.store.commission.totals(accountId, environment)
  const convert = (accountId: string, reference: string, amount?: ReturnType<typeof inr>) =>
    bench.store.commission.convert({
      ...{ accountId, environment, reference, actor },
      ...(amount === undefined ? {} : { amount }),
    })
  const verified = async () => {
    expect(await bench.store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    expect(await bench.store.ledger.guard('tester')).toEqual([])
  }

  /** Begins work while rows are locked, so that all of it waits at once; SQLite lets one in at a time anyway. */
  const atOnce = async <T>(table: string, of: object, begin: () => readonly Promise<T>[]) => {
    if (engine === 'sqlite3') return await Promise.allSettled(begin())
    const holder = await bench.tables.transaction()
    await holder(table).where(of).forUpdate()
    const work = begin()
    const all = Promise.allSettled(work)
    const waiting =
      "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    while (Number((await bench.tables.raw(waiting)).rows[0].count) < work.length) await sleep(5)
    await holder.commit()
    return await all
  }

  it('is there at once, and the same after it was rolled up', async () => {
    const [above, below] = [await open('distributor'), await open('retailer')]
    for (let n = 0; n < 5; n += 1)
      await sell([
        { accountId: below, amount: SEVEN },
        { accountId: above, amount: ODD },
      ])
    expect(await totals(below)).toEqual({ accrued: 350_000, pending: zero, convertible: 350_000 })
    expect(await totals(above)).toEqual({ accrued: 62_500, pending: zero, convertible: 60_000 })
    expect(await bench.store.commission.rollUp()).toBe(10)
    expect(await totals(above)).toEqual({ accrued: 62_500, pending: zero, convertible: 60_000 })
    const reference = await sell([{ accountId: above, amount: ODD }])
    expect(await totals(above)).toMatchObject({ accrued: 75_000 })
    await giveBack(reference)
    expect(await bench.store.commission.rollUp()).toBe(2)
    expect(await totals(above)).toMatchObject({ accrued: 62_500 })
    expect(await bench.store.commission.rollUp()).toBe(0)
    await verified()
  })

  it('rolls entries up once, however many processes do it and whatever is sold meanwhile', async () => {
    const id = await open('retailer')
    await Promise.all(Array.from({ length: 30 }, () => sell([{ accountId: id, amount: SEVEN }])))
    const { commission } = bench.store
    const of = { ledger_account: `commission:${id}`, environment }
    const marked = await atOnce('parakh_ledger_entry', of, () => [commission.rollUp(), commission.rollUp()])
    expect(marked.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0)).toBe(30)
    expect(await totals(id)).toMatchObject({ accrued: 30 * SEVEN })
    const sold = Promise.all(Array.from({ length: 30 }, () => sell([{ accountId: id, amount: SEVEN }])))
    const rolled = await Promise.all([commission.rollUp(), commission.rollUp(), commission.rollUp()])
    await sold
    rolled.push(await commission.rollUp())
    expect(rolled.reduce((sum, count) => sum + count, 0)).toBe(30)
    expect(await totals(id)).toMatchObject({ accrued: 60 * SEVEN })
  })

  it('moves whole paise into the wallet, once per reference, told by an event and the audit log', async () => {
    const id = await open('retailer')
    await sell([{ accountId: id, amount: SEVEN }])
    await sell([{ accountId: id, amount: ODD }])
    expect(await convert(id, 'july')).toEqual({
      ...{ converted: true, amount: 80_000, balance: 80_000, accrued: 2_500, pending: zero, convertible: zero },
    })
    expect(await convert(id, 'july')).toMatchObject({ converted: false, amount: 80_000, accrued: 2_500 })
    await expect(convert(id, 'july', inr('0.01'))).rejects.toMatchObject({ code: 'REFERENCE_REUSED' })
    await expect(convert(id, 'august')).rejects.toMatchObject({ code: 'COMMISSION_TOO_LITTLE' })
    await expect(convert(id, 'funding/01/chargeback')).rejects.toMatchObject({ code: 'INVALID_REFERENCE' })
    const { items } = await bench.store.audit.list({
      accountIds: [id],
      cursor: null,
      limit: 9,
      action: 'commission.convert',
    })
    expect(items).toMatchObject([
      { actor, before: { accrued: '0.0825' }, after: { amount: '0.08', accrued: '0.0025' } },
    ])
    const events = (await bench.store.outbox.read(5_000)).filter((event) => event.accountId === id)
    expect(events.filter((event) => event.environment === environment)).toMatchObject([
      { type: 'wallet.credited', sequence: 1, data: { reference: 'july', amount: 0.08 } },
    ])
    expect(await bench.store.wallet.balance(id, environment)).toMatchObject({ balance: 80_000, owed: zero })
    await verified()
  })

  it('never converts more than there is, however conversions meet', async () => {
    const id = await open('retailer')
    for (let n = 0; n < 4; n += 1) await sell([{ accountId: id, amount: SEVEN }])
    await expect(convert(id, 'more', inr('0.29'))).rejects.toMatchObject({ code: 'COMMISSION_TOO_LITTLE' })
    const outcomes = await atOnce('parakh_wallet', { account_id: id, environment }, () =>
      Array.from({ length: 4 }, (_unused, n) => convert(id, `side-${n}`, inr('0.10'))),
    )
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'converted'))
    expect(codes.sort()).toEqual([...['COMMISSION_TOO_LITTLE', 'COMMISSION_TOO_LITTLE', 'converted', 'converted']])
    expect(await totals(id)).toMatchObject({ accrued: 80_000 })
    expect(await bench.store.wallet.balance(id, environment)).toMatchObject({ balance: 200_000 })
    await verified()
  })

  it('repays what the wallet owes first, and may fall below zero when what was converted is reversed', async () => {
    const id = await open('retailer')
    await bench.store.wallet.adjust({
      ...{ accountId: id, environment, amount: micro(-50_000), reference: 'chargeback', reason: 'Chargeback', actor },
    })
    const reference = await sell([{ accountId: id, amount: SEVEN }])
    expect(await convert(id, 'first')).toMatchObject({ converted: true, balance: 20_000 })
    expect(await bench.store.wallet.balance(id, environment)).toMatchObject({ balance: 20_000, owed: zero })
    await giveBack(reference)
    expect(await totals(id)).toEqual({ accrued: -70_000, pending: zero, convertible: zero })
    await expect(convert(id, 'second')).rejects.toMatchObject({ code: 'COMMISSION_TOO_LITTLE' })
    await verified()
  })

  it('tells a month: what each endpoint brought, what was reversed, what was converted', async () => {
    const id = await open('retailer')
    const from = bench.clock.now().getTime()
    const reference = await sell([{ accountId: id, amount: SEVEN }])
    await sell([{ accountId: id, amount: SEVEN }])
    await giveBack(reference)
    await convert(id, 'july', inr('0.05'))
    const month = { accountId: id, environment, from, until: from + 1_000 } as const
    expect(await bench.store.commission.month(month)).toEqual({
      ...{ opening: zero, earned: 140_000, reversed: 70_000, converted: 50_000, closing: 20_000 },
      lines: [{ endpoint: 'lookup', calls: 2, earned: 140_000, refunds: 1, reversed: 70_000 }],
    })
    expect(await bench.store.commission.month({ ...month, from: from + 1_000, until: from + 2_000 })).toEqual({
      ...{ opening: 20_000, lines: [], earned: zero, reversed: zero, converted: zero, closing: 20_000 },
    })
  })

  it('adds up all that was taken back of one endpoint, whatever took it', async () => {
    const id = await open('retailer')
    const from = bench.clock.now().getTime()
    const references = [await sell([{ accountId: id, amount: SEVEN }]), await sell([{ accountId: id, amount: SEVEN }])]
    await giveBack(references[0] ?? '')
    const ofCall = { transaction_id: references[1], ledger_account: `commission:${id}`, environment, kind: 'clawback' }
    const row = { ...ofCall, amount: -SEVEN, actor, request_id: 'q', price_version: '', at: from }
    await bench.tables('parakh_ledger_entry').insert(row)
    const told = await bench.store.commission.month({ accountId: id, environment, from, until: from + 1_000 })
    await bench.tables('parakh_ledger_entry').where(ofCall).delete()
    const taken = { refunds: 2, reversed: 2 * SEVEN }
    expect(told.lines).toEqual([{ endpoint: 'lookup', calls: 2, earned: 2 * SEVEN, ...taken }])
    expect(told.reversed).toBe(2 * SEVEN)
    await verified()
  })

  it('is found by the check where a roll-up was changed, or an entry marked that it does not contain', async () => {
    const id = await open('retailer')
    await sell([{ accountId: id, amount: SEVEN }])
    await bench.store.commission.rollUp()
    const of = { ledger_account: `commission:${id}`, environment }
    const broken = async (table: string, column: string, value: string | number) => {
      const [row] = await bench.tables(table).where(of)
      await bench.tables(table).where(of).update(column, value)
      const report = await bench.store.ledger.verify()
      await bench.tables(table).where(of).update(column, row[column])
      return report.broken.map(({ invariant }) => invariant)
    }
    expect(await broken('parakh_commission_rollup', 'amount', 1)).toContain('I12')
    expect(await broken('parakh_commission_rollup', 'entries', 2)).toContain('I12')
    await verified()
  })

  it('counts what is archived by what it left behind, rolled up or not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parakh-commission-'))
    const id = await open('retailer')
    await sell([{ accountId: id, amount: SEVEN }])
    await bench.store.commission.rollUp()
    await sell([{ accountId: id, amount: SEVEN }])
    await bench.closePeriod()
    bench.clock.advance(60_000)
    await bench.store.ledger.archive(bench.clock.now(), join(folder, 'one.gz'))
    expect(await totals(id)).toMatchObject({ accrued: 2 * SEVEN })
    await bench.store.commission.rollUp()
    expect(await totals(id)).toMatchObject({ accrued: 2 * SEVEN })
    expect(await convert(id, 'after')).toMatchObject({ amount: 2 * SEVEN, accrued: zero })
    const month = { accountId: id, environment, from: 0, until: bench.clock.now().getTime() + 1 } as const
    await expect(bench.store.commission.month(month)).rejects.toMatchObject({ code: 'COMMISSION_ARCHIVED' })
    const now = bench.clock.now().getTime()
    expect(await bench.store.commission.month({ ...month, from: now, until: now + 1 })).toMatchObject({
      ...{ opening: 2 * SEVEN, converted: 2 * SEVEN, closing: zero },
    })
    await verified()
    await rm(folder, { recursive: true })
  })
})
