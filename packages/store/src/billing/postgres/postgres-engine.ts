import type { BatchChanges } from '@parakh/core'
import type { Knex } from 'knex'
import type { ClientBase } from 'pg'
import type { OpenedDatabase } from '../../connection/database.ts'
import type { StateRows } from '../batch/batch-state.ts'
import type { BatchEngine, BatchTransaction } from '../batch/engine.ts'
import type { Footprint } from '../batch/footprint.ts'
import { packChanges, packExtras } from '../batch/packed-changes.ts'
import { isRetryablePostgres } from './retryable.ts'
import { changesSql, extrasSql, lockSql, readSql } from './sql.ts'

/**
 * A straggler goes back to its queue rather than wait longer for another lane's wallet. Plans are kept for the life of a
 * connection: one made while the tables were small must be right when they are large, so every list is looked up by index.
 */
const BEGIN = `begin; set local lock_timeout = '2s'; set local plan_cache_mode = force_generic_plan;
  set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off`

/** A connection of knex's pool; one that is marked is not given out again. */
type PooledClient = ClientBase & { __knex__disposed?: unknown }

interface Statements {
  readonly lock: Named
  readonly read: Named
  readonly changes: Named
  readonly extras: Named
}
interface Named {
  readonly name: string
  readonly text: string
}

/**
 * Batches on PostgreSQL: on a connection of knex's pool, by statements that each connection prepares once; five round trips a
 * batch (begin, lock, read, write, commit), six with events, jobs, credits or records.
 *
 * @param lanes Batches side by side: 2 unless the server is far away.
 */
export function openPostgresEngine(database: OpenedDatabase, lanes: number): BatchEngine {
  const named = (name: string, text: string): Named => ({ name: database.table(`batch_${name}`), text })
  const statements: Statements = {
    lock: named('lock', lockSql(database)),
    read: named('read', readSql(database)),
    changes: named('changes', changesSql(database)),
    extras: named('extras', extrasSql(database)),
  }
  return {
    lanes,
    run: (footprint, work) => withClient(database.knex, (client) => runOn(client, statements, { footprint, work })),
    isRetryable: isRetryablePostgres,
    close: async () => undefined,
  }
}

async function withClient<T>(knex: Knex, work: (client: PooledClient) => Promise<T>): Promise<T> {
  const client: PooledClient = await knex.client.acquireConnection()
  try {
    return await work(client)
  } finally {
    await knex.client.releaseConnection(client)
  }
}

interface Batch<T> {
  readonly footprint: Footprint
  work(transaction: BatchTransaction): Promise<T>
}

async function runOn<T>(client: PooledClient, statements: Statements, { footprint, work }: Batch<T>): Promise<T> {
  try {
    await client.query(BEGIN)
    await client.query({ ...statements.lock, values: [JSON.stringify(footprint.wallets)] })
    const result = await work(transactionOn(client, statements))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((broken: unknown) => {
      client.__knex__disposed = broken
    })
    throw error
  }
}

const transactionOn = (client: PooledClient, statements: Statements): BatchTransaction => ({
  async read({ wallets, keys, claims, calls, credits, records, at }: Footprint) {
    const values = [wallets, keys, claims, calls, credits, records].map((list) => JSON.stringify(list))
    const { rows } = await client.query<{ state: StateRows }>({ ...statements.read, values: [...values, at] })
    const [row] = rows
    if (!row) throw new TypeError('the read of a batch gave no row')
    return row.state
  },
  async write(changes: BatchChanges) {
    const packed = packChanges(changes)
    if (packed) {
      const { wallets, windows, callsAdded, callsChanged, callsFreed, responses, entries, usage, consents } = packed
      const bodies = [responses.map(({ reference }) => reference), responses.map(({ body }) => body)]
      const lists = [wallets, windows, callsAdded, callsChanged, callsFreed, entries, usage, consents]
      await client.query({ ...statements.changes, values: [...lists, ...bodies] })
    }
    const extras = packExtras(changes)
    if (!extras) return
    const { inputs, credits, events, jobs, records, recordKeys } = extras
    await client.query({ ...statements.extras, values: [inputs, credits, events, jobs, records, recordKeys] })
  },
})
