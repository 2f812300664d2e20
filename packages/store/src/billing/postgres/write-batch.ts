import type { Decide } from '@parakh/core'
import type { QueryResult, QueryResultRow } from 'pg'
import type { Batch } from '../batch/engine.ts'
import {
  type PackedChanges,
  type PackedExtras,
  packChanges,
  packExtras,
  packResponses,
} from '../batch/packed-changes.ts'
import { commit, ofStatement, type PooledClient, pipelineAfter } from './pooled-client.ts'
import type { Statement, Statements } from './statements.ts'

/** Sends a statement that the connection prepares once. */
export const query = <Row extends QueryResultRow>(
  client: PooledClient,
  { name, text, label }: Statement,
  values: unknown[],
): Promise<QueryResult<Row>> => ofStatement(label, client.query<Row>({ name, text, values }))

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
export async function writeAndCommit(
  client: PooledClient,
  statements: Statements,
  { batch, results, changes }: ReturnType<Decide> & { readonly batch: Batch },
): Promise<void> {
  const extras = packExtras(changes)
  const packed = packChanges(changes) ?? (extras ? NO_CHANGES : null)
  const write = async (): Promise<void> => {
    if (packed) await query(client, statements.changes, [...listsOf(packed), batch.lane, batch.number])
  }
  try {
    if (extras) {
      await write()
      await query(client, statements.extras, moreListsOf(extras))
      batch.unacknowledged = results
      await commit(client)
      return
    }
    batch.unacknowledged = results
    const written = write()
    await Promise.all([written, pipelineAfter(client, written, () => commit(client))])
  } catch (error) {
    // An error that ended the transaction says that nothing was committed; one that ended the connection says nothing, whatever its code.
    if (error instanceof TypeError || severityOf(error) === 'ERROR') batch.unacknowledged = null
    throw error
  }
}

function listsOf(packed: PackedChanges): unknown[] {
  const { wallets, windows, callsAdded, callsChanged, callsFreed, responses, entries, usage, consents } = packed
  return [wallets, windows, callsAdded, callsChanged, callsFreed, entries, usage, consents, ...packResponses(responses)]
}

const moreListsOf = ({ inputs, credits, events, jobs, records, recordKeys, counters }: PackedExtras): unknown[] => [
  ...[inputs, credits, events, jobs, records, recordKeys, counters],
]

const severityOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'severity' in error ? error.severity : undefined
