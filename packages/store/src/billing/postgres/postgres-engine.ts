import { type Decide, type Environment, type OperationResult, walletKey } from '@parakh/core'
import type { OpenedDatabase } from '../../connection/database.ts'
import { errorCode } from '../../connection/error-facts.ts'
import {
  commit,
  ofStatement,
  type PooledClient,
  pipelineAfter,
  rollback,
  withClient,
} from '../../connection/pooled-client.ts'
import { unavailable } from '../../connection/retry.ts'
import { isRetryablePostgres } from '../../connection/retryable-postgres.ts'
import { type StateRows, toBatchState } from '../batch/batch-state.ts'
import { WalletsLocked } from '../batch/contended-wallets.ts'
import type { Batch, BatchEngine } from '../batch/engine.ts'
import { type Footprint, footprintOf, footprintValues } from '../batch/footprint.ts'
import { readState } from '../batch/read-state.ts'
import { batchStatements, beginSql, type Statements } from './statements.ts'
import { query, writeAndCommit } from './write-batch.ts'

/**
 * Batches of a connection after which its statements are planned again. A table that was analysed while it was empty counts as empty until
 * the next analysis, and a plan of that time reads all of its rows for each batch. A new plan takes the size of the file (decision 0064).
 */
const BATCHES_PER_PLAN = 64
/** Without an answer for so long the connection is closed. The time limits that the server itself enforces are shorter. */
const ANSWER_WITHIN_MS = 5_000
const LOCK_NOT_AVAILABLE = '55P03'
const READ_ONLY = '25006'
/** Of a lane whose row is new. */
const NO_MARK = 0

/** Told where the database has lost commits that it had acknowledged. @param facts For the log. */
export type OnCommitsLost = (facts: { readonly acknowledged: number; readonly found: number }) => Promise<void>

/**
 * Batches on PostgreSQL: on a connection of knex's pool, by statements that each connection prepares once. They are pipelined where nothing
 * is decided between them (decision 0037): begin, lock and read, then write and commit. So a batch waits twice for the server; on a
 * connection that does not pipeline each statement waits for the one before.
 *
 * @param onCommitsLost Awaited before the batch that found it is refused.
 */
export function openPostgresEngine(
  database: OpenedDatabase,
  decide: Decide,
  onCommitsLost: OnCommitsLost,
): BatchEngine {
  const statements = batchStatements(database)
  const begun = new WeakMap<PooledClient, number>()
  const acknowledged = new Map<string, number>()
  const run = (batch: Batch): Promise<readonly OperationResult[]> =>
    withClient(database.knex, (client) => {
      const count = (begun.get(client) ?? 0) + 1
      begun.set(client, count)
      const replan = count % BATCHES_PER_PLAN === 0
      return runTry({
        client,
        replan,
        statements,
        acknowledged,
        decide,
        batch,
        footprint: footprintOf(batch.operations),
      })
    })
  return {
    async run(batch) {
      try {
        return await run(batch)
      } catch (error) {
        if (!(error instanceof CommitsLost)) throw error
        await onCommitsLost({ acknowledged: error.acknowledged, found: error.found })
        acknowledged.clear()
        throw unavailable(error)
      }
    },
    isRetryable: isRetryablePostgres,
    close: async () => undefined,
  }
}

/** The lane's mark is behind what was acknowledged to this process. */
class CommitsLost extends Error {
  constructor(
    readonly acknowledged: number,
    readonly found: number,
  ) {
    super('the database has lost commits')
  }
}

/** One try of a batch, on a connection. */
interface Try {
  readonly client: PooledClient
  /** Whether the connection plans its statements again. */
  readonly replan: boolean
  readonly statements: Statements
  /** The last batch of each lane whose commit the database acknowledged (decision 0124). */
  readonly acknowledged: Map<string, number>
  readonly decide: Decide
  readonly batch: Batch
  readonly footprint: Footprint
}

async function runTry(one: Try): Promise<readonly OperationResult[]> {
  const { client } = one
  const timer = setTimeout(() => client.connection.stream.destroy(), ANSWER_WITHIN_MS)
  try {
    return await lockReadDecideWrite(one)
  } catch (error) {
    await rollback(client)
    // A primary that has become a standby keeps its connections: the next one leads to who writes now.
    if (errorCode(error) === READ_ONLY) client.__knex__disposed = error
    throw await withLockedWallets(one, error)
  } finally {
    clearTimeout(timer)
  }
}

async function lockReadDecideWrite(one: Try): Promise<readonly OperationResult[]> {
  const { client, replan, statements, acknowledged, decide, batch, footprint } = one
  const begun = ofStatement('batch_begin', client.query(beginSql(batch.lockWaitMs, replan)))
  const locked = pipelineAfter(client, begun, () => lockAndAsk(one))
  const reading = pipelineAfter(client, locked, () => readState((asked) => read(one, asked), footprint))
  // Rejects with the first error: the statements after it fail only because the transaction has.
  const [, mark, rows] = await Promise.all([begun, locked, reading])
  const last = acknowledged.get(batch.lane) ?? 0
  // Without a number the lane is new here, or was purged because it was idle.
  if (mark !== NO_MARK && mark < last) throw new CommitsLost(last, mark)
  if (mark === batch.number) {
    if (!batch.unacknowledged) throw new TypeError('a lane of batches has the name of another one')
    // The lock wrote, so this commit waits for the standby too, after the unacknowledged one (decision 0056).
    await commit(client)
    acknowledged.set(batch.lane, batch.number)
    return batch.unacknowledged
  }
  // This transaction has locked the lane's row: no earlier try can still be committed.
  batch.unacknowledged = null
  const { results, changes } = decide(toBatchState(rows), batch.operations)
  if (await writeAndCommit(client, statements, { batch, results, changes })) acknowledged.set(batch.lane, batch.number)
  return results
}

/**
 * Locks the wallets and the lane.
 *
 * @returns The number of the last batch of the lane that was committed: this one's, where its unacknowledged commit happened.
 */
async function lockAndAsk({ client, statements, batch, footprint }: Try): Promise<number> {
  const values = [JSON.stringify(footprint.wallets), batch.lane, footprint.at]
  const { rows } = await query<{ mark: string }>(client, statements.lock, values)
  const [row] = rows
  if (!row) throw new TypeError('the lock of a batch gave no row')
  return Number(row.mark)
}

async function read({ client, statements }: Try, footprint: Footprint): Promise<StateRows> {
  const { rows } = await query<{ state: StateRows }>(client, statements.read, footprintValues(footprint))
  const [row] = rows
  if (!row) throw new TypeError('the read of a batch gave no row')
  return row.state
}

/** After a time-out of the lock: the wallets that others hold locked. A batch with an unacknowledged commit is tried again as a whole. */
async function withLockedWallets({ client, statements, batch, footprint }: Try, error: unknown): Promise<unknown> {
  if (errorCode(error) !== LOCK_NOT_AVAILABLE || batch.unacknowledged !== null) return error
  try {
    await client.query(beginSql(batch.lockWaitMs, false))
    const { rows } = await client.query<{ account_id: string; environment: Environment }>({
      ...statements.locked,
      values: [JSON.stringify(footprint.wallets)],
    })
    const keys = rows.map((row) => walletKey({ accountId: row.account_id, environment: row.environment }))
    // None: the lock was released meanwhile, or is not of a wallet. The batch is tried again as a whole.
    return keys.length === 0 ? error : new WalletsLocked(new Set(keys), error)
  } catch {
    return error
  } finally {
    await rollback(client)
  }
}
