import { inr, type Store } from '@parakh/core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresDatabase, type TestDatabase } from '../../../test/databases.ts'
import { admit, asked, openPayer, openStore, type Payer, settle } from '../../../test/store-bench.ts'
import { COLUMNS } from '../batch/tables.ts'
import { lockSql } from './read-sql.ts'

const PATIENCE_MS = 120_000
/** Longer than a batch waits for a lock, shorter than its calls wait for their batch. */
const LOCKED_MS = 3_000
const OF_WALLET = `account_id = $1 and environment = 'production'`

// Traps that look like correct SQL and are none, on a real server (design.md, "The life of a call").
describe('a trap of PostgreSQL', { timeout: PATIENCE_MS }, () => {
  let database: TestDatabase
  let store: Store
  const clients: pg.Client[] = []
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client('connection' in database.options ? String(database.options.connection) : '')
    await client.connect()
    clients.push(client)
    return client
  }
  beforeAll(async () => {
    database = await postgresDatabase()
    store = await openStore(database)
  })
  afterAll(async () => {
    expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    await store.close()
    await Promise.all(clients.map((client) => client.end()))
    await database.drop()
  })

  /** Resolves when so many backends of this database wait for a lock: the fault is there. */
  const waiting = async (count: number): Promise<void> => {
    const watch = await connect()
    for (;;) {
      const { rows } = await watch.query<{ waiting: number }>(
        `select count(*)::integer as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if ((rows[0]?.waiting ?? 0) >= count) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  describe('the stale snapshot', () => {
    const columns = COLUMNS.call.map(({ name }) => name)
    const copied = columns.map((name) => (name === 'reference' || name === 'claim' ? '$1' : name))

    /** Another process, in the middle of admitting a call under a request id: it has the wallet's lock. */
    async function admitting(payer: Payer, claim: string): Promise<pg.Client> {
      await admit(store, payer, `first-${claim}`)
      const other = await connect()
      await other.query('begin')
      await other.query(`update parakh_wallet set held = held + 1000000 where ${OF_WALLET}`, [payer.accountId])
      await other.query(
        `insert into parakh_call (${columns.join(', ')}) select ${copied.join(', ')} from parakh_call where reference = $2`,
        [claim, `first-${claim}`],
      )
      return other
    }

    it('shows one statement a newer wallet and older calls', async () => {
      const payer = await openPayer(store)
      const other = await admitting(payer, 'naive')
      const naive = (await connect()).query<{ held: string; calls: string }>(
        `with locked as (select held from parakh_wallet where ${OF_WALLET} for no key update)
          select held, (select count(*) from parakh_call where account_id = $1) as calls from locked`,
        [payer.accountId],
      )
      await waiting(1)
      await other.query('commit')
      // Two holds, and one call: whoever decides on this admits the request id a second time.
      expect((await naive).rows).toEqual([{ held: '2000000', calls: '1' }])
    })

    it('is not shown to a batch, which locks and then reads', async () => {
      const payer = await openPayer(store)
      const other = await admitting(payer, 'batched')
      const admission = store.billing.admit({ ...asked(payer, 'second'), claim: 'batched', requestId: 'batched' })
      await waiting(1)
      await other.query('commit')
      expect(await admission).toMatchObject({ kind: 'running', reference: 'batched' })
      expect(await store.wallet.balance(payer.accountId, 'production')).toMatchObject({ held: inr('2') })
    })
  })

  describe('the foreign-key deadlock', () => {
    /** Two payers, each locked by a transaction, each of which then pays the other on: rows that refer to a wallet. */
    async function cross(lock: (client: pg.Client, payer: Payer) => Promise<unknown>) {
      const payers = [await openPayer(store), await openPayer(store)] as const
      const [one, other] = [await connect(), await connect()] as const
      await one.query(`create table if not exists paid_on (account_id text, environment text,
        foreign key (account_id, environment) references parakh_wallet (account_id, environment))`)
      const locked: Promise<unknown>[] = []
      const pay = async (client: pg.Client, [from, to]: readonly [Payer, Payer]): Promise<void> => {
        await client.query('begin')
        const mine = lock(client, from)
        locked.push(mine)
        await mine
        while (locked.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
        await Promise.all(locked)
        await client.query(`insert into paid_on values ($1, 'production')`, [to.accountId])
        await client.query('commit')
      }
      const ended = await Promise.allSettled([pay(one, payers), pay(other, [payers[1], payers[0]])])
      await Promise.all([one.query('rollback'), other.query('rollback')])
      await one.query('drop table paid_on')
      return ended.map((end) => (end.status === 'fulfilled' ? 'paid' : String(end.reason.code))).sort()
    }

    it('meets a lock "for update"', async () => {
      const forUpdate = (client: pg.Client, { accountId }: Payer) =>
        client.query(`select 1 from parakh_wallet where ${OF_WALLET} for update`, [accountId])
      expect(await cross(forUpdate)).toEqual(['40P01', 'paid'])
    })

    it('does not meet the lock of a batch', async () => {
      const text = lockSql({ table: (name) => `parakh_${name}` })
      const ofBatch = (client: pg.Client, { accountId }: Payer) =>
        client.query(text, [JSON.stringify([[accountId, 'production']]), `trap-${accountId}`, 1])
      expect(await cross(ofBatch)).toEqual(['paid', 'paid'])
    })
  })

  it('the poison call: what the server cannot take is refused, and its neighbours go on', async () => {
    const payers = await Promise.all(Array.from({ length: 9 }, () => openPayer(store)))
    const neighbours = payers.map((payer, nth) => admit(store, payer, `neighbour-${nth}`))
    const poison = store.billing.admit({ ...asked(await openPayer(store), 'poison'), requestId: 'no \u0000 in a text' })
    const after = payers.map((payer, nth) => admit(store, payer, `after-${nth}`))
    await expect(poison).rejects.toMatchObject({ code: 'OPERATION_REFUSED' })
    for (const admission of await Promise.all([...neighbours, ...after]))
      expect(admission).toMatchObject({ kind: 'admitted' })
    expect(await store.billing.findByReference('poison')).toBeNull()
  })

  it('the lower id that commits later: its event is read after the higher one was delivered', async () => {
    const payer = await openPayer(store)
    const waitingEvents = async () =>
      (await store.outbox.read(1_000)).filter((one) => one.accountId === payer.accountId)
    const first = await waitingEvents()
    await store.outbox.delivered(first.map(({ id }) => id))
    const late = await connect()
    await late.query('begin')
    const { rows } = await late.query<{ position: string }>(
      `insert into parakh_outbox (id, type, account_id, environment, sequence, data, at)
        select 'late', type, account_id, environment, 1000, data, at from parakh_outbox where id = $1 returning position`,
      [first[0]?.id],
    )
    await store.wallet.credit({ ...payer, amount: inr('1'), reference: 'second', actor: 'test' })
    const early = await waitingEvents()
    const { rows: higher } = await late.query<{ position: string }>(
      'select position from parakh_outbox where id = $1',
      [early[0]?.id],
    )
    expect(Number(higher[0]?.position)).toBeGreaterThan(Number(rows[0]?.position))
    await store.outbox.delivered(early.map(({ id }) => id))
    await late.query('commit')
    expect((await waitingEvents()).map(({ id }) => id)).toEqual(['late'])
    await late.query(`delete from parakh_outbox where id = 'late'`)
  })

  describe('a stalled process that goes on after its lease', () => {
    it('finds its read released by another process, and charges nothing', async () => {
      const other = await openStore(database)
      const payer = await openPayer(store)
      const { at, leaseMs } = asked(payer, 'stalled')
      await admit(store, { ...payer, owner: 'stalled' }, 'stalled')
      expect(await other.billing.sweep(at + leaseMs - 1)).toBe(0)
      expect(await other.billing.sweep(at + leaseMs)).toBeGreaterThan(0)
      expect(await settle(store, payer, 'stalled')).toEqual({ kind: 'lost' })
      expect(await store.wallet.balance(payer.accountId, 'production')).toMatchObject({ balance: inr('10'), held: 0 })
      await other.close()
    })

    it('finds its write taken over, and leaves it to who has it', async () => {
      const other = await openStore(database)
      const payer = await openPayer(store)
      const { accountId, environment, at, leaseMs } = asked(payer, 'write')
      await admit(store, { ...payer, owner: 'stalled' }, 'write')
      const of = { accountId, environment, at, reference: 'write', epoch: 1 }
      await store.billing.dispatch({
        kind: 'dispatch',
        ...of,
        operation: 'order',
        provider: 'things/http#0',
        input: '{}',
      })
      expect((await other.billing.unresolved(at + leaseMs, 10)).map(({ reference }) => reference)).toContain('write')
      const takers = [other, store].map((one, nth) =>
        one.billing.takeOver('write', 1, `taker-${nth}`, at + 2 * leaseMs),
      )
      expect((await Promise.all(takers)).sort()).toEqual([2, null])
      expect(await settle(store, payer, 'write')).toEqual({ kind: 'lost' })
      expect(await store.wallet.balance(accountId, environment)).toMatchObject({ balance: inr('10'), held: inr('1') })
      await other.close()
    })
  })

  it('a contended wallet: its call waits, and neither it nor calls of other wallets fail', async () => {
    const [payer, neighbour] = [await openPayer(store), await openPayer(store)]
    const holder = await connect()
    await holder.query('begin')
    await holder.query(`select 1 from parakh_wallet where ${OF_WALLET} for update`, [payer.accountId])
    const started = performance.now()
    const admissions = [admit(store, payer, 'contended'), admit(store, neighbour, 'beside-it')]
    await waiting(1)
    await new Promise((resolve) => setTimeout(resolve, LOCKED_MS))
    await holder.query('commit')
    for (const admission of await Promise.all(admissions)) expect(admission).toMatchObject({ kind: 'admitted' })
    // It waited longer than the two seconds of a lock, so it was put back at least once.
    expect(performance.now() - started).toBeGreaterThan(LOCKED_MS - 100)
  })
})
