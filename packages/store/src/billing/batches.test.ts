import { inr, NO_WRITES, type Store } from '@parakh/core'
import { decide } from '@parakh/kernel'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, postgresDatabase, type TestDatabase } from '../../test/databases.ts'
import { admit, openPayer, openStore, settle } from '../../test/store-bench.ts'

describe.each(ENGINES)('batches on %s', (_, makeDatabase) => {
  let database: TestDatabase
  let store: Store
  beforeAll(async () => {
    database = await makeDatabase()
    store = await openStore(database, {
      decide(state, operations) {
        // A fault that only the database meets: the column takes no null.
        const decided = decide(state, operations)
        const usage = decided.changes.usage.map((row) => ({
          ...row,
          endpoint: row.ip === 'broken' ? null : row.endpoint,
        }))
        return JSON.parse(JSON.stringify({ ...decided, changes: { ...decided.changes, usage, responses: [] } }))
      },
    })
  })
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  it('refuses the operation that the database refuses, and writes its neighbours', async () => {
    const payer = await openPayer(store)
    const log = (ip: string) => {
      const { accountId, environment, key } = payer
      const of = {
        accountId,
        environment,
        keyId: key.id,
        reference: ip,
        requestId: ip,
        endpoint: 'lookup',
        status: 429,
      }
      const rest = {
        outcome: 'refused',
        code: 'X',
        latencyMs: 1,
        charged: inr('0'),
        ip,
        at: 1,
        day: 'd',
        counted: true,
      } as const
      return store.billing.log({ kind: 'log', accountId, environment, at: 1, usage: { ...of, ...rest } })
    }
    const results = await Promise.allSettled(['1', '2', 'broken', '3', '4', '5'].map(log))
    expect(results.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    ])
    expect(results[2]).toMatchObject({ reason: { code: 'OPERATION_REFUSED' } })
    expect(await store.usage.counts(payer.accountId, 'production', new Date())).toMatchObject({ total: 5 })
  })

  it('writes nothing of a commit whose audit entry the database refuses', async () => {
    const own = await openStore(database)
    const { accountId, environment } = await openPayer(own)
    const commit = (id: string) => {
      const record = { collection: 'orders', id, expected: null, state: 'made', value: '{}', keys: [], keepUntil: null }
      // No two entries have one id.
      const audit = { id: 'same', at: new Date(1), actor: 'asha', action: 'order.make', subject: id, accountId }
      const writes = { ...NO_WRITES, records: [record], audit: [{ ...audit, before: null, after: null }] }
      return own.billing.commit({ kind: 'commit', accountId, environment, at: 1, actor: 'asha', writes })
    }
    expect(await commit('first')).toEqual({ kind: 'done' })
    await expect(commit('second')).rejects.toMatchObject({ code: 'OPERATION_REFUSED' })
    const kept = ['first', 'second'].map((id) => own.records.get('orders', { accountId, environment }, id))
    expect(await Promise.all(kept)).toMatchObject([{ state: 'made' }, null])
    await own.close()
  })
})

describe('batches on PostgreSQL, when connections are lost', () => {
  it('are decided again: nothing is lost, nothing is done twice', async () => {
    const database = await postgresDatabase()
    const store = await openStore(database)
    const payer = await openPayer(store, inr('200'))
    const killer = new pg.Client({
      connectionString: 'connection' in database.options ? String(database.options.connection) : '',
    })
    await killer.connect()
    let over = false
    const killing = (async () => {
      while (!over)
        await killer.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
        )
    })()
    const calls = Array.from({ length: 100 }, (_, place) => `call-${place}`)
    let killed = 0
    const insist = async <T>(work: () => Promise<T>): Promise<T> => {
      for (;;)
        try {
          return await work()
        } catch (error) {
          if (++killed > 10_000) throw error
        }
    }
    setTimeout(() => {
      over = true
    }, 500)
    const results = await Promise.all(
      calls.map(async (reference) => {
        const admitted = await insist(() => admit(store, payer, reference))
        return [admitted.kind, (await insist(() => settle(store, payer, reference))).kind]
      }),
    )
    over = true
    await killing
    await killer.end()
    expect(new Set(results.map(String))).toEqual(new Set(['admitted,done']))
    expect(await store.wallet.balance(payer.accountId, 'production')).toMatchObject({ balance: inr('100'), held: 0 })
    expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    await store.close()
    await database.drop()
  })
})
