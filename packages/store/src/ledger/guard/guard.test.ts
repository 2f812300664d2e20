import { inr, micro, NO_WRITES, priceOf } from '@parakh/core'
import { collectingLogger } from '@parakh/testkit'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../../test/databases.ts'
import { type LedgerBench, openLedgerBench } from '../../../test/ledger-bench.ts'
import { admit, asked, openPayer, settle } from '../../../test/store-bench.ts'
import { openDatabase } from '../../connection/open-database.ts'
import { createLedgerCheck } from '../create-ledger-check.ts'

/** Damages of what was written since the last round, or of any wallet. */
const DAMAGES = [
  [
    'I1',
    `update parakh_ledger_entry set amount = amount + 1 where ledger_account = 'revenue' and transaction_id = 'new'`,
  ],
  ['I3', `update parakh_wallet set posted = posted + 1 where posted > 0`],
  ['I3', `update parakh_ledger_entry set amount = amount - 1 where version = 2`],
  ['I5', `update parakh_wallet set held = 1 where posted > 0`],
  [
    'I8',
    `update parakh_ledger_entry set previous = previous + 1, balance = balance + 1 where transaction_id = 'new' and version > 0`,
  ],
  [
    'I8',
    `update parakh_ledger_entry set previous = previous + 1, balance = balance + 1 where transaction_id = 'plain' and version > 0`,
  ],
  ['I8', `update parakh_wallet set version = version + 1 where posted > 0`],
  ['I10', `update parakh_ledger_entry set actor = 'nobody' where id = 3`],
  ['I11', `update parakh_call set charged = 5 where reference = 'new'`],
  ['I11', `delete from parakh_response where call_id = (select id from parakh_call where reference = 'new')`],
  ['I14', `update parakh_ledger_entry set actor = '' where transaction_id = 'new'`],
  ['I3', `update parakh_wallet set owed = owed - 1 where owed > 0`],
  ['I3', `update parakh_wallet set owed = 0 where owed > 0`],
  ['I3', `update parakh_ledger_entry set amount = amount - 1 where ledger_account like 'receivable:%'`],
  [
    'I12',
    `update parakh_ledger_entry set ledger_account = 'commission:thief' where ledger_account like 'commission:%' and transaction_id = 'new'`,
  ],
  ['I12', `update parakh_call set legs = '[]' where reference = 'new'`],
  ['I12', `update parakh_call set legs = replace(legs, '180007', '180008') where reference = 'new'`],
  [
    'I12',
    `update parakh_ledger_entry set ledger_account = 'revenue' where ledger_account like 'commission:%' and transaction_id = 'back' and kind = 'refund'`,
  ],
  ['I12', `update parakh_call set price = price + 1 where reference = 'plain'`],
  [
    'I12',
    `update parakh_ledger_entry set ledger_account = 'elsewhere' where ledger_account = 'revenue' and transaction_id = 'plain'`,
  ],
  [
    'I12',
    `update parakh_ledger_entry set ledger_account = 'commission:thief' where ledger_account = 'revenue' and transaction_id = 'plain'`,
  ],
  ['I11', `update parakh_ledger_entry set kind = 'refund' where transaction_id = 'plain'`],
  ['I8', `update parakh_ledger_entry set version = 99 where ledger_account = 'revenue' and transaction_id = 'plain'`],
  ['I3', `update parakh_ledger_entry set version = null where version > 0 and transaction_id = 'plain'`],
  [
    'I1',
    `update parakh_ledger_entry set amount = amount - 1, balance = balance - 1 where version > 0 and transaction_id = 'plain'`,
  ],
  [
    'I1',
    `update parakh_ledger_entry set amount = amount + 1 where ledger_account = 'revenue' and transaction_id = 'plain'`,
  ],
  [
    'I1',
    `update parakh_ledger_entry set environment = 'sandbox' where ledger_account = 'revenue' and transaction_id = 'plain'`,
  ],
  ['I3', `update parakh_ledger_entry set previous = previous - 1 where version > 0 and transaction_id = 'plain'`],
  ['I11', `update parakh_call set charged = 5 where reference = 'plain'`],
  ['I11', `update parakh_call set environment = 'sandbox' where reference = 'plain'`],
  ['I11', `update parakh_call set reference = 'other' where reference = 'plain'`],
  ['I12', `update parakh_ledger_entry set transaction_id = 'new' where transaction_id = 'plain'`],
  [
    'I11',
    `update parakh_ledger_entry set ledger_account = 'wallet:thief' where version > 0 and transaction_id = 'plain'`,
  ],
  ['I11', `delete from parakh_response where call_id = (select id from parakh_call where reference = 'plain')`],
  ['I12', `update parakh_call set legs = '[{"accountId":"thief","amount":5}]' where reference = 'plain'`],
  [
    'I12',
    `update parakh_ledger_entry set transaction_id = 'new' where ledger_account = 'revenue' and transaction_id = 'plain'`,
  ],
  ['I14', `update parakh_ledger_entry set actor = '' where version > 0 and transaction_id = 'plain'`],
  [
    'I14',
    `update parakh_ledger_entry set request_id = '' where ledger_account = 'revenue' and transaction_id = 'plain'`,
  ],
  [
    'I14',
    `update parakh_ledger_entry set price_version = '' where ledger_account = 'revenue' and transaction_id = 'plain'`,
  ],
  ['I3', `delete from parakh_wallet where posted > 0`],
  ['I13', `delete from parakh_outbox where sequence = (select max(sequence) from parakh_outbox)`],
  ['I13', `delete from parakh_outbox where sequence = 2`],
  ['I13', `update parakh_wallet set event_sequence = event_sequence + 1 where posted > 0`],
] as const
const CHANGED = [
  ...['parakh_ledger_entry', 'parakh_wallet', 'parakh_call', 'parakh_response', 'parakh_ledger_guard'],
  'parakh_outbox',
]

/** Open calls by the index of those alone, and a table of one row an archive. */
const WHOLE = ['parakh_call USING INDEX parakh_call_open', 'parakh_ledger_archive']

describe.each(ENGINES)('a round of the guard on %s', (engine, makeDatabase) => {
  let bench: LedgerBench
  let database: TestDatabase
  const guard = (owner = 'one') => bench.store.ledger.guard(owner)
  beforeAll(async () => {
    database = await makeDatabase()
    bench = await openLedgerBench(database)
    await bench.pay(20)
    await bench.closePeriod()
    await guard()
    const [payer] = bench.payers
    if (!payer) throw new Error('there is a payer')
    const { store } = bench
    const legs = [{ accountId: payer.accountId, amount: priceOf(180_007) }]
    for (const reference of ['new', 'back', 'plain']) {
      await store.billing.admit({ ...asked(payer, reference), legs: reference === 'plain' ? [] : legs })
      await settle(store, payer, reference)
    }
    const { accountId, environment } = payer
    const writes = { ...NO_WRITES, refunds: [{ reference: 'back', reason: 'failed later' }] }
    const at = bench.clock.now().getTime()
    await store.billing.commit({ kind: 'commit', accountId, environment, at, actor: 'test', writes })
    const debtor = await openPayer(store, inr('10'))
    const reversal = { amount: micro(-inr('15')), reference: 'first-chargeback', reason: 'chargeback', actor: 'test' }
    await store.wallet.adjust({ ...debtor, ...reversal })
  })
  afterAll(() => bench.close())

  const seenAll = async (): Promise<boolean> => {
    const place = await bench.tables('parakh_ledger_guard').first()
    const last = await bench.tables('parakh_ledger_entry').max({ id: 'id' }).first()
    return Number(place.checked_id) === Number(last?.['id'])
  }
  /** A round waits for nothing longer than two seconds, and a test beside this one may keep a transaction of the shared cluster open for more. */
  const roundOverAll = async (): Promise<Awaited<ReturnType<typeof guard>>> => {
    for (let tries = 10; ; tries -= 1) {
      const broken = await guard()
      if (broken.length > 0 || tries === 0 || (await seenAll())) return broken
    }
  }

  it.each(DAMAGES)('finds a broken %s, as the whole check does (%s)', async (invariant, damage) => {
    const before = await Promise.all(CHANGED.map(async (name) => [name, await bench.tables(name)] as const))
    await bench.tables.raw(damage)
    const broken = await roundOverAll()
    const report = await bench.store.ledger.verify()
    for (const [name, rows] of before) {
      await bench.tables(name).delete()
      await bench.tables.batchInsert(name, [...rows], 50)
    }
    expect(broken.map((one) => one.invariant)).toContain(invariant)
    expect(report.broken.map((one) => one.invariant)).toContain(invariant)
  })

  it('finds nothing where nothing is broken, round after round, and goes on where it was', async () => {
    for (let round = 0; round < 3; round += 1) expect(await guard()).toEqual([])
    expect(await seenAll()).toBe(true)
  })

  it.runIf(engine === 'sqlite3')('finds a text in the place of a number (I10), as the whole check does', async () => {
    const damaged = () => bench.tables('parakh_ledger_entry').where({ transaction_id: 'plain' })
    const place = await bench.tables('parakh_ledger_guard').first('checked_id')
    await bench.tables('parakh_ledger_guard').update({ checked_id: 0 })
    const [{ at }] = await damaged().select('at')
    await damaged().update({ at: 'never' })
    const [found, report] = [await roundOverAll(), await bench.store.ledger.verify()]
    await damaged().update({ at })
    await bench.tables('parakh_ledger_guard').update(place)
    for (const broken of [found, report.broken]) expect(broken.map((one) => one.invariant)).toContain('I10')
  })

  it.runIf(engine === 'sqlite3')('looks everything up by an index, however large the ledger is', async () => {
    const opened = await openDatabase(database.options, { tablePrefix: 'parakh_', logger: collectingLogger() })
    const asked: { readonly sql: string; readonly bindings: readonly Knex.Value[] }[] = []
    opened.knex.on('query', (query) => asked.push(query))
    await bench.tables('parakh_ledger_guard').update({ checked_id: 0 })
    expect(await createLedgerCheck({ database: opened, clock: bench.clock }).guard('one')).toEqual([])
    const selects = asked.filter(({ sql }) => sql.startsWith('select'))
    expect(selects.length).toBeGreaterThan(8)
    for (const { sql, bindings } of selects) {
      const tables = new Set([...sql.matchAll(/(parakh_\w+) (\w+)?/g)].flatMap(([, name, alias]) => [name, alias]))
      const plan: readonly { detail: string }[] = await opened.knex.raw(`explain query plan ${sql}`, [...bindings])
      const scans = plan.filter(({ detail }) => detail.startsWith('SCAN ') && tables.has(detail.split(' ')[1]))
      const whole = scans.filter(({ detail }) => !WHOLE.some((allowed) => detail.startsWith(`SCAN ${allowed}`)))
      expect(whole, sql).toEqual([])
    }
    await opened.close()
  })

  it('is done by one process at a time, and by another when that one is gone', async () => {
    await bench.tables('parakh_wallet').update({ held: 1 }).where('posted', '>', 0)
    expect(await guard('two')).toEqual([])
    bench.clock.advance(60_000)
    expect(await guard('two')).not.toEqual([])
    await bench.tables('parakh_wallet').update({ held: 0 })
    expect(await guard('two')).toEqual([])
  })

  it('does not take a wallet with an open hold, or one without any entry, for broken', async () => {
    const { id } = await bench.store.accounts.create({ name: 'Idle', role: 'developer' })
    await bench.store.wallet.balance(id, 'production')
    const [payer] = bench.payers
    if (payer) await admit(bench.store, payer, 'open')
    expect(await guard('two')).toEqual([])
    expect(await bench.store.wallet.balance(String(payer?.accountId), 'production')).toMatchObject({ held: inr('1') })
  })

  it('stops and resumes money for every process, and a stop leaves a recovery as it is', async () => {
    const { money } = bench.store
    expect(await money.state()).toMatchObject({ mode: 'on', lost: null })
    expect(await money.stop('stopped', 'I3: a wallet')).toMatchObject({ mode: 'stopped', reason: 'I3: a wallet' })
    expect(await money.stop('recovery', 'restored')).toMatchObject({ mode: 'recovery' })
    expect(await money.stop('stopped', 'I3: again')).toMatchObject({ mode: 'recovery', reason: 'restored' })
    const lost = { from: new Date(1_000), until: new Date(2_000) }
    expect(await money.resume('compared', { lost })).toMatchObject({ mode: 'on', reason: 'compared', lost })
    expect(await money.resume('again')).toMatchObject({ mode: 'on', lost })
  })
})
