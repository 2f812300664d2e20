import { setTimeout as sleep } from 'node:timers/promises'
import { inr, type Store } from '@parakh/core'
import { collectingLogger } from '@parakh/testkit'
import createKnex from 'knex'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LonePostgres, startOwnPostgres } from '../../../test/own-postgres.ts'
import { admit, openPayer, openStore, type Payer, settle } from '../../../test/store-bench.ts'
import { beginLoad, seeded } from '../../../test/troubled-load.ts'
import { openDatabase } from '../../connection/open-database.ts'
import { DATABASE_TIMEOUTS } from '../../connection/timeouts.ts'

const FULL = process.env['PARAKH_FULL'] === '1'
const RESTARTS = FULL ? 20 : 3
const TERMINATIONS = FULL ? 200 : 30
const SEED = Number(process.env['PARAKH_SEED'] ?? 20_261_121)
const PATIENCE_MS = 600_000

/** Test 10 of docs/reference/reliability.md, on a server of its own. */
describe('PostgreSQL in trouble', { timeout: PATIENCE_MS }, () => {
  let server: LonePostgres
  let store: Store
  let admin: pg.Client
  const connectAdmin = async (): Promise<void> => {
    admin = new pg.Client({ connectionString: server.url })
    // It is cut with the others when the server ends.
    admin.on('error', () => undefined)
    await admin.connect()
  }
  beforeAll(async () => {
    server = await startOwnPostgres()
    store = await openStore({ options: { client: 'pg', connection: server.url }, drop: async () => undefined })
    await connectAdmin()
  }, PATIENCE_MS)
  afterAll(async () => {
    await store.close()
    await admin.end().catch(() => undefined)
    await server.close()
  }, PATIENCE_MS)

  /** A call that begins when the trouble has ended is served at its first try. */
  const expectRecovery = async (payer: Payer, reference: string): Promise<void> => {
    expect(await admit(store, payer, reference)).toMatchObject({ kind: 'admitted' })
    expect(await settle(store, payer, reference)).toEqual({ kind: 'done' })
  }

  it(`serves on while backends are terminated at random: seed ${SEED}`, async () => {
    const random = seeded(SEED)
    const payer = await openPayer(store)
    const load = await beginLoad(store)
    let terminated = 0
    while (terminated < TERMINATIONS) {
      await sleep(random() * 30)
      const { rows } = await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'parakh' and state <> 'idle'`,
      )
      const { pid } = rows[Math.floor(random() * rows.length)] ?? {}
      if (pid === undefined) continue
      const {
        rows: [{ done } = { done: false }],
      } = await admin.query<{ done: boolean }>('select pg_terminate_backend($1) as done', [pid])
      if (done) terminated += 1
    }
    await expectRecovery(payer, 'after-terminations')
    await load.stop()
    expect(load.answered).toBeGreaterThan(0)
    await load.check()
  })

  it(`answers or refuses, and recovers, through ${RESTARTS} restarts of the server`, async () => {
    const payer = await openPayer(store, inr('100'))
    const load = await beginLoad(store)
    const started = async (): Promise<Date> => {
      await connectAdmin()
      const { rows } = await admin.query<{ at: Date }>('select pg_postmaster_start_time() as at')
      return rows[0]?.at ?? new Date(0)
    }
    let last = await started()
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await sleep(300)
      await server.restart(restart % 2 === 0 ? 'SIGINT' : 'SIGQUIT')
      await expectRecovery(payer, `after-restart-${restart}`)
      const now = await started()
      expect(now.getTime()).toBeGreaterThan(last.getTime())
      last = now
    }
    await load.stop()
    expect(load.answered).toBeGreaterThan(0)
    await load.check()
  })

  it('refuses while another transaction holds a wallet for longer than a call waits, and goes on after it', async () => {
    const payer = await openPayer(store)
    const { accountId } = payer
    await admin.query('begin')
    await admin.query('select 1 from parakh_wallet where account_id = $1 for update', [accountId])
    const waiting = admit(store, payer, `locked-${accountId}`)
    const facts = { sqlstate: '55P03', statement: 'batch_lock' }
    await expect(waiting).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', facts })
    await expect(waiting).rejects.toThrow(/\(55P03\)$/)
    await admin.query('commit')
    expect(await store.billing.findByReference(`locked-${accountId}`)).toBeNull()
    expect(await admit(store, payer, `locked-${accountId}`)).toMatchObject({ kind: 'admitted' })
    expect(await settle(store, payer, `locked-${accountId}`)).toEqual({ kind: 'done' })
    expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
  })

  /** Lets the first rows of the usage log fail so often, in the way that SQL gives; a sequence counts, since it is not rolled back. */
  const failing = async (how: string, times: number): Promise<() => Promise<number>> => {
    await admin.query(`create sequence trouble; grant all on sequence trouble to public;
      create function trouble() returns trigger language plpgsql as $$ begin
        if nextval('trouble') <= ${times} then ${how}; end if; return new; end $$;
      create trigger trouble before insert on parakh_ledger_entry for each statement execute function trouble()`)
    return async () => {
      const { rows } = await admin.query<{ reached: string }>(`select last_value as reached from trouble`)
      await admin.query(`drop trigger trouble on parakh_ledger_entry; drop function trouble; drop sequence trouble`)
      return Number(rows[0]?.reached)
    }
  }

  it.each([
    ['deadlock', '40P01'],
    ['serialization failure', '40001'],
    ['lock not available', '55P03'],
    ['cancelled by the operator', '57P01'],
    ['server starting', '57P03'],
    ['connection failure', '08006'],
    ['disk full', '53100'],
    ['idle in a transaction for too long', '25P03'],
  ])('tries again after a %s (%s), and charges once', async (_, state) => {
    const payer = await openPayer(store)
    const reference = `state-${state}`
    await admit(store, payer, reference)
    const ended = await failing(`raise exception 'trouble' using errcode = '${state}'`, 3)
    const settled = await settle(store, payer, reference)
    expect(await ended()).toBe(4)
    expect(settled).toEqual({ kind: 'done' })
    expect(await store.wallet.balance(payer.accountId, 'production')).toMatchObject({ balance: inr('9') })
  })

  it('refuses when a statement takes longer than a call waits, and nothing of it is written', async () => {
    const payer = await openPayer(store)
    await admit(store, payer, 'slow')
    const ended = await failing('perform pg_sleep(20)', 1_000)
    await expect(settle(store, payer, 'slow')).rejects.toThrow(/\(57014\)$/)
    expect(await ended()).toBeGreaterThan(0)
    expect(await store.billing.findByReference('slow')).toMatchObject({ call: { phase: 'held' } })
    expect(await settle(store, payer, 'slow')).toEqual({ kind: 'done' })
    expect(await store.wallet.balance(payer.accountId, 'production')).toMatchObject({ balance: inr('9'), held: 0 })
  })

  it('refuses when every connection of the pool is taken, calls and reads alike, and goes on after it', async () => {
    const knex = createKnex({
      client: 'pg',
      connection: server.url,
      pool: { min: 0, max: 2 },
      acquireConnectionTimeout: 1_000,
      log: { error: () => undefined, warn: () => undefined },
    })
    const small = await openStore({ options: { knex }, drop: async () => undefined })
    const payer = await openPayer(small)
    const taken = [await knex.client.acquireConnection(), await knex.client.acquireConnection()]
    const refused = (statement: string) => ({
      ...{ code: 'STORE_UNAVAILABLE', message: expect.stringContaining('(KnexTimeoutError)') },
      facts: { reason: 'KnexTimeoutError', statement },
    })
    await expect(small.wallet.balance(payer.accountId, 'production')).rejects.toMatchObject(refused('wallet.balance'))
    // The account's data key is read first: it is not in memory yet.
    await expect(admit(small, payer, 'exhausted')).rejects.toMatchObject(refused('billing.admit'))
    for (const connection of taken) await knex.client.releaseConnection(connection)
    expect(await admit(small, payer, 'exhausted')).toMatchObject({ kind: 'admitted' })
    await small.close()
    await knex.destroy()
  })

  it('ends the transaction of a process that was stopped in the middle of it, so that others go on', async () => {
    const payer = await openPayer(store)
    const options = { client: 'pg', connection: server.url, timeouts: { idleInTransactionMs: 1_000 } } as const
    const stopped = await openDatabase(options, { tablePrefix: 'parakh_', logger: collectingLogger() })
    const held = await stopped.knex.transaction()
    await held('parakh_wallet').where({ account_id: payer.accountId }).forUpdate()
    expect(await admit(store, payer, 'after-the-stopped')).toMatchObject({ kind: 'admitted' })
    await expect(held.raw('select 1')).rejects.toThrow()
    await held.rollback().catch(() => undefined)
    await stopped.close()
  })

  it('sets the limits of every connection', async () => {
    const options = { client: 'pg', connection: server.url } as const
    const database = await openDatabase(options, { tablePrefix: 'parakh_', logger: collectingLogger() })
    const { rows }: { rows: readonly { name: string; setting: string }[] } = await database.knex.raw(
      `select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout',
        'idle_in_transaction_session_timeout')`,
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))).toEqual({
      statement_timeout: DATABASE_TIMEOUTS.statementMs,
      lock_timeout: DATABASE_TIMEOUTS.lockMs,
      idle_in_transaction_session_timeout: DATABASE_TIMEOUTS.idleInTransactionMs,
    })
    await database.close()
  })
})
