import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { storeErrors } from '../error-codes.ts'
import type { OpenedDatabase } from './database.ts'
import { errorCode } from './error-facts.ts'
import { type PooledClient, withClient } from './pooled-client.ts'

/** The statement is not there, or was there before; a transaction is refused, as where each statement may go elsewhere. */
const NOT_KEPT = new Set(['26000', '42P05', '08P01'])
/** A pooler with a single connection lends it to nobody else while a transaction is open. */
const LET_GO_AFTER_MS = 1_000

/**
 * Makes sure that a statement that a connection prepared is there in its next transaction: batches prepare theirs once. A pooler in
 * transaction mode gives the connection away in between, so another client takes it while the first one asks again (decision 0057).
 *
 * @throws `DATABASE_POOLER_UNSUPPORTED`
 */
export async function assertPreparedStatements({ knex, dialect }: OpenedDatabase): Promise<void> {
  if (dialect !== 'pg') return
  // Not of Ids: a pooler keeps the statements of earlier processes, whose ids repeat in a test.
  const statement = { name: `parakh_check_${randomUUID()}`, text: 'select 1' }
  try {
    await withClient(knex, async (client) => {
      await client.query(statement)
      const again = () => client.query(statement)
      if (Number(knex.client.pool?.max) > 1) await withClient(knex, (other) => besides(other, again))
      else await again()
    })
  } catch (error) {
    const reason = errorCode(error)
    if (NOT_KEPT.has(reason)) throw storeErrors.error('DATABASE_POOLER_UNSUPPORTED', { reason }, { cause: error })
    throw error
  }
}

/** Works while another client has a transaction open, and with it the connection that was free. */
async function besides(other: PooledClient, work: () => Promise<unknown>): Promise<void> {
  await other.query('begin')
  const waited = new AbortController()
  try {
    const working = work().finally(() => waited.abort())
    working.catch(() => undefined)
    await sleep(LET_GO_AFTER_MS, undefined, { signal: waited.signal }).catch(() => undefined)
    await other.query('rollback')
    await working
  } finally {
    waited.abort()
  }
}
