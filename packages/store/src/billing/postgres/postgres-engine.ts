import { type Environment, type OperationResult, walletKey } from '@parakh/core'
import type { Knex } from 'knex'
import type { ClientBase } from 'pg'
import type { OpenedDatabase } from '../../connection/database.ts'
import type { StateRows } from '../batch/batch-state.ts'
import type { BatchEngine, BatchTries, Decided, ReadState } from '../batch/engine.ts'
import type { Footprint } from '../batch/footprint.ts'
import { WalletsLocked } from '../batch/locked-wallets.ts'
import { type PackedChanges, type PackedExtras, packChanges, packExtras } from '../batch/packed-changes.ts'
import { errorCode } from '../batch/retry.ts'
import { isRetryablePostgres } from './retryable.ts'
import { changesSql, extrasSql, lockedSql, lockSql, readSql } from './sql.ts'

/**
 * Plans are kept for the life of a connection: one made while the tables were small must be right when they are large, so every list is
 * looked up by index.
 */
const beginSql = (lockWaitMs: number): string =>
  `begin; set local lock_timeout = ${lockWaitMs}; set local statement_timeout = '4s';
  set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off; set local enable_hashjoin = off;
  set local enable_mergejoin = off`
/** A server that does not answer, or a network that is gone: the connection is given up. The server's own limits come first. */
const ANSWER_WITHIN_MS = 5_000
const LOCK_NOT_AVAILABLE = '55P03'

/** A connection of knex's pool; one that is marked is not given out again. */
type PooledClient = ClientBase & {
  __knex__disposed?: unknown
  /** Whether it sends without waiting for answers; a connection of a host's own pool may not. */
  readonly pipeline?: boolean
  readonly connection: { readonly stream: { destroy(): void } }
}

interface Statements {
  readonly lock: Named
  readonly read: Named
  readonly changes: Named
  readonly extras: Named
  readonly locked: Named
}
interface Named {
  readonly name: string
  readonly text: string
}

/**
 * Batches on PostgreSQL: on a connection of knex's pool, by statements that each connection prepares once. They are sent without waiting
 * for each other where nothing has to be decided between (decision 0037): begin, lock and read, then write and commit. So a batch
 * waits twice for the server, on a connection that pipelines; on another one each waits for the one before.
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
    locked: named('locked', lockedSql(database)),
  }
  return {
    lanes,
    run: (footprint, work, tries) =>
      withClient(database.knex, (client) => runOn(client, statements, { footprint, work, tries })),
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

interface Batch {
  readonly footprint: Footprint
  work(read: ReadState): Promise<Decided>
  readonly tries: BatchTries
}
type Results = readonly OperationResult[]

async function runOn(client: PooledClient, statements: Statements, batch: Batch): Promise<Results> {
  const timer = setTimeout(() => client.connection.stream.destroy(), ANSWER_WITHIN_MS)
  try {
    return await runTry(client, statements, batch)
  } catch (error) {
    await rollback(client)
    throw await explain(client, statements, { batch, error })
  } finally {
    clearTimeout(timer)
  }
}

const rollback = (client: PooledClient): Promise<unknown> =>
  client.query('rollback').catch((broken: unknown) => {
    client.__knex__disposed = broken
  })

/** Of a lock that was waited for in vain: whose it is. Not while the batch is in doubt, which is tried again as it is. */
async function explain(
  client: PooledClient,
  { locked }: Statements,
  { batch, error }: { readonly batch: Batch; readonly error: unknown },
): Promise<unknown> {
  const { wallets } = batch.footprint
  if (errorCode(error) !== LOCK_NOT_AVAILABLE || batch.tries.doubted !== null) return error
  try {
    await client.query(beginSql(batch.tries.lockWaitMs))
    const { rows } = await client.query<{ account_id: string; environment: Environment }>({
      ...locked,
      values: [JSON.stringify(wallets)],
    })
    const keys = rows.map((row) => walletKey({ accountId: row.account_id, environment: row.environment }))
    // None: the lock was let go meanwhile, or was none of a wallet. The batch is tried again as a whole.
    return keys.length === 0 ? error : new WalletsLocked(new Set(keys), error)
  } catch {
    return error
  } finally {
    await rollback(client)
  }
}

async function runTry(client: PooledClient, statements: Statements, batch: Batch): Promise<Results> {
  const { work, tries, footprint } = batch
  const read: ReadState = (asked) => readState(client, statements, asked)
  const begun = client.query(beginSql(tries.lockWaitMs))
  const locked = behind(client, begun, () => wasCommitted(client, statements, batch))
  // The first to fail is told: what is sent behind it fails for its sake alone.
  const [, committed, rows] = await Promise.all([begun, locked, behind(client, locked, () => read(footprint))])
  if (committed) {
    const { doubted } = tries
    if (!doubted) throw new TypeError('a lane of batches has the name of another one')
    await client.query('rollback')
    return doubted
  }
  // Its row is held by this transaction now: no earlier try can still be committed.
  tries.doubted = null
  const { results, changes } = await work((asked) => (asked === footprint ? Promise.resolve(rows) : read(asked)))
  await writeAndCommit(client, statements, { tries, changes, results })
  return results
}

/** Locks, and says whether an earlier try of this batch was committed although nobody said so. */
async function wasCommitted(client: PooledClient, { lock }: Statements, { footprint, tries }: Batch): Promise<boolean> {
  const values = [JSON.stringify(footprint.wallets), tries.lane, tries.number, footprint.at]
  const { rows } = await client.query<{ committed: boolean }>({ ...lock, values })
  const [row] = rows
  if (!row) throw new TypeError('the lock of a batch gave no row')
  return row.committed
}

async function readState(
  client: PooledClient,
  statements: Statements,
  { wallets, keys, claims, calls, credits, records, at, counters }: Footprint,
): Promise<StateRows> {
  const values = [wallets, keys, claims, calls, credits, records].map((list) => JSON.stringify(list))
  const { rows } = await client.query<{ state: StateRows }>({
    ...statements.read,
    values: [...values, at, JSON.stringify(counters)],
  })
  const [row] = rows
  if (!row) throw new TypeError('the read of a batch gave no row')
  return row.state
}

/** What a batch writes that has nothing but extras: the mark of its lane. */
const NO_CHANGES: PackedChanges = {
  wallets: '[]',
  windows: '[]',
  callsAdded: '[]',
  callsChanged: '[]',
  callsFreed: '[]',
  responses: [],
  entries: '[]',
  usage: '[]',
  consents: '[]',
}

/**
 * Writes and commits. The commit is sent behind the one statement that almost every batch writes: refused, that ends the transaction, and the
 * commit rolls back; never sent, it has marked nothing, and the next try finds nothing done. Behind two statements the commit waits, because the
 * first alone must not be committed.
 */
async function writeAndCommit(
  client: PooledClient,
  { changes: writing, extras: writingMore }: Statements,
  { tries, changes, results }: { readonly tries: BatchTries } & Decided,
): Promise<void> {
  const extras = packExtras(changes)
  const packed = packChanges(changes) ?? (extras ? NO_CHANGES : null)
  const write = async (): Promise<void> => {
    if (packed) await client.query({ ...writing, values: [...listsOf(packed), tries.lane, tries.number] })
  }
  try {
    if (extras) {
      await write()
      await client.query({ ...writingMore, values: moreListsOf(extras) })
    }
    tries.doubted = results
    const written = extras ? null : write()
    await Promise.all([written, behind(client, written, () => commit(client))])
  } catch (error) {
    // It ended the transaction, which leaves no doubt; one that ended the connection does, whatever it says.
    if (error instanceof TypeError || severityOf(error) === 'ERROR') tries.doubted = null
    throw error
  }
}

function listsOf(packed: PackedChanges): unknown[] {
  const { wallets, windows, callsAdded, callsChanged, callsFreed, responses, entries, usage, consents } = packed
  const bodies = [responses.map(({ reference }) => reference), responses.map(({ body }) => body)]
  return [wallets, windows, callsAdded, callsChanged, callsFreed, entries, usage, consents, ...bodies]
}

const moreListsOf = ({ inputs, credits, events, jobs, records, recordKeys, counters }: PackedExtras): unknown[] => [
  ...[inputs, credits, events, jobs, records, recordKeys, counters],
]

/** Sends something behind what was sent before: at once where the connection pipelines, else when that is answered. */
async function behind<T>(client: PooledClient, before: Promise<unknown> | null, send: () => Promise<T>): Promise<T> {
  if (!client.pipeline) await before
  return await send()
}

async function commit(client: PooledClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new TypeError(`a commit was answered by ${command}`)
}

const severityOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'severity' in error ? error.severity : undefined
