import type { Decide } from '@parakh/core'
import type { QueryResult, QueryResultRow } from 'pg'
import { commit, ofStatement, type PooledClient, pipelineAfter } from '../../connection/pooled-client.ts'
import type { Batch } from '../batch/engine.ts'
import { changesValues, EXTRAS, hasChanges, packExtras } from '../batch/packed-changes.ts'
import type { Statement, Statements } from './statements.ts'

/** Sends a statement that the connection prepares once. */
export const query = <Row extends QueryResultRow>(
  client: PooledClient,
  { name, text, label }: Statement,
  values: unknown[],
): Promise<QueryResult<Row>> => ofStatement(label, client.query<Row>({ name, text, values }))

/**
 * Writes and commits. Almost every batch writes by one statement, and its commit is pipelined after it: if the statement fails, the commit
 * rolls back; if it never arrives, the lane is not marked, and the next try finds nothing done. With a second statement the commit waits for
 * both, because the first alone must not be committed.
 *
 * @returns Whether it marked the lane: a batch that changes nothing does not.
 */
export async function writeAndCommit(
  client: PooledClient,
  statements: Statements,
  { batch, results, changes }: ReturnType<Decide> & { readonly batch: Batch },
): Promise<boolean> {
  const extras = packExtras(changes)
  // It marks the lane, so it is sent also where there are only extras.
  const marks = extras !== null || hasChanges(changes)
  const write = async (): Promise<void> => {
    if (marks) await query(client, statements.changes, [...changesValues(changes), batch.lane, batch.number])
  }
  try {
    if (extras) {
      await write()
      await query(
        client,
        statements.extras,
        EXTRAS.map((name) => extras[name]),
      )
      batch.unacknowledged = results
      await commit(client)
      return marks
    }
    batch.unacknowledged = results
    const written = write()
    await Promise.all([written, pipelineAfter(client, written, () => commit(client))])
    return marks
  } catch (error) {
    // An error that ended the transaction says that nothing was committed; one that ended the connection says nothing, whatever its code.
    if (error instanceof TypeError || severityOf(error) === 'ERROR') batch.unacknowledged = null
    throw error
  }
}

const severityOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'severity' in error ? error.severity : undefined
