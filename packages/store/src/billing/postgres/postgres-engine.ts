import { type Environment, type OperationResult, walletKey } from '@parakh/core'
import type { OpenedDatabase } from '../../connection/database.ts'
import { errorCode } from '../../connection/trouble.ts'
import type { StateRows } from '../batch/batch-state.ts'
import type { BatchEngine, BatchTries, Decided, ReadState } from '../batch/engine.ts'
import type { Footprint } from '../batch/footprint.ts'
import { WalletsLocked } from '../batch/locked-wallets.ts'
import { type PackedChanges, packGuess } from '../batch/packed-changes.ts'
import { type Guess, Guesses } from './guesses.ts'
import { behind, commit, ofStatement, type PooledClient, rollback, withClient } from './pooled-client.ts'
import { PreparedStatements, type Statements } from './prepared-statements.ts'
import { isRetryablePostgres } from './retryable.ts'
import { inDoubt, query, writeAndCommit, writeChanges } from './write-batch.ts'

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
const UNIQUE_VIOLATION = '23505'

/**
 * Batches on PostgreSQL: on a connection of knex's pool, by statements that each connection prepares once. They are sent without waiting
 * for each other where nothing has to be decided between (decision 0037): begin, lock and read, then write and commit. So a batch
 * waits twice for the server, on a connection that pipelines; on another one each waits for the one before. Calls of wallets that are
 * remembered are decided without the reading, and wait once: the write refuses where a row is not the one that was seen (decision 0039).
 *
 * @param lanes Batches side by side: 1 unless the server is far away.
 */
export function openPostgresEngine(database: OpenedDatabase, lanes: number): BatchEngine {
  const prepared = new PreparedStatements(database)
  const guesses = new Guesses()
  return {
    lanes,
    run: (footprint, work, tries) =>
      withClient(database.knex, (client) => {
        const batch = { footprint, tries }
        const statements = prepared.next()
        return attempt(client, statements, {
          ...batch,
          work: () => runTry(client, statements, { ...batch, work, guesses }),
        })
      }),
    async guess({ operations, decide, tries, footprint }) {
      const guess = tries.doubted === null ? guesses.make(operations, decide, footprint) : null
      const packed = guess && packGuess(guess.changes)
      if (!packed) return null
      return await withClient(database.knex, (client) => {
        const batch = { footprint: footprint(), tries }
        const statements = prepared.next()
        return attempt(client, statements, {
          ...batch,
          work: () => guessTry(client, statements, { ...batch, guess, packed, guesses }),
        })
      })
    },
    isRetryable: isRetryablePostgres,
    close: async () => undefined,
  }
}

interface Batch {
  readonly footprint: Footprint
  readonly tries: BatchTries
}
type Results = readonly OperationResult[]

interface Attempt<T> extends Batch {
  work(): Promise<T>
}

async function attempt<T>(client: PooledClient, statements: Statements, batch: Attempt<T>): Promise<T> {
  const timer = setTimeout(() => client.connection.stream.destroy(), ANSWER_WITHIN_MS)
  try {
    return await batch.work()
  } catch (error) {
    await rollback(client)
    throw await explain(client, statements, { batch, error })
  } finally {
    clearTimeout(timer)
  }
}

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

interface Running extends Batch {
  work(read: ReadState): Promise<Decided>
  readonly guesses: Guesses
}

async function runTry(client: PooledClient, statements: Statements, batch: Running): Promise<Results> {
  const { work, tries, footprint, guesses } = batch
  const seen: StateRows[] = []
  const read: ReadState = async (asked) => {
    const rows = await readState(client, statements, asked)
    seen.push(rows)
    return rows
  }
  const begun = ofStatement('batch_begin', client.query(beginSql(tries.lockWaitMs)))
  const locked = behind(client, begun, () => wasCommitted(client, statements, batch))
  // The first to fail is told: what is sent behind it fails for its sake alone.
  const [, committed, rows] = await Promise.all([begun, locked, behind(client, locked, () => read(footprint))])
  if (committed) {
    const { doubted } = tries
    if (!doubted) throw new TypeError('a lane of batches has the name of another one')
    // The lock wrote, so this commit waits for the standby too, behind the one that nobody acknowledged (decision 0056).
    await commit(client)
    return doubted
  }
  // Its row is held by this transaction now: no earlier try can still be committed.
  tries.doubted = null
  const { results, changes } = await work((asked) => (asked === footprint ? Promise.resolve(rows) : read(asked)))
  guesses.learn(seen, changes, await writeAndCommit(client, statements, { tries, changes, results }))
  return results
}

interface Guessed extends Batch {
  readonly guess: Guess
  readonly packed: PackedChanges
  readonly guesses: Guesses
}

/** Locks, writes what was guessed where all that it rests on still holds, and commits. @returns Null where nothing is written. */
async function guessTry(client: PooledClient, statements: Statements, batch: Guessed): Promise<Results | null> {
  const { tries, guess, packed, guesses } = batch
  const { results, changes, premises } = guess
  try {
    const { written, transaction } = await inDoubt(tries, async () => {
      const begun = ofStatement('batch_begin', client.query(beginSql(tries.lockWaitMs)))
      const locked = behind(client, begun, () => wasCommitted(client, statements, batch))
      tries.doubted = results
      const writing = behind(client, locked, () =>
        writeChanges(client, statements.changes, { packed, tries, premises }),
      )
      const [, , answer] = await Promise.all([begun, locked, writing, behind(client, writing, () => commit(client))])
      return answer
    })
    if (written) {
      guesses.right(changes, transaction)
      return results
    }
    tries.doubted = null
    guesses.wrong()
    return null
  } catch (error) {
    guesses.wrong()
    // A request id that somebody claimed before: read, and decide on that.
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error
    await rollback(client)
    return null
  }
}

/** Locks, and says whether an earlier try of this batch was committed although nobody said so. */
async function wasCommitted(client: PooledClient, { lock }: Statements, { footprint, tries }: Batch): Promise<boolean> {
  const values = [JSON.stringify(footprint.wallets), tries.lane, tries.number, footprint.at]
  const { rows } = await query<{ committed: boolean }>(client, lock, values)
  const [row] = rows
  if (!row) throw new TypeError('the lock of a batch gave no row')
  return row.committed
}

async function readState(
  client: PooledClient,
  statements: Statements,
  { wallets, keys, claims, uniqueKeys, calls, credits, records, at, counters }: Footprint,
): Promise<StateRows> {
  const values = [wallets, keys, claims, calls, credits, records].map((list) => JSON.stringify(list))
  const { rows } = await query<{ state: StateRows }>(client, statements.read, [
    ...values,
    at,
    JSON.stringify(counters),
    JSON.stringify(uniqueKeys),
  ])
  const [row] = rows
  if (!row) throw new TypeError('the read of a batch gave no row')
  return row.state
}
