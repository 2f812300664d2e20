import type { QueryResult, QueryResultRow } from 'pg'
import type { BatchTries, Decided } from '../batch/engine.ts'
import {
  type PackedChanges,
  type PackedExtras,
  packChanges,
  packExtras,
  packResponses,
} from '../batch/packed-changes.ts'
import { behind, commit, ofStatement, type PooledClient } from './pooled-client.ts'
import { NO_PREMISES } from './row-versions.ts'

/** A statement that each connection prepares once. */
export interface Named {
  /** As the connection knows it; it changes with each plan (decision 0040). */
  readonly name: string
  /** As the log names it. */
  readonly label: string
  readonly text: string
}

/** Sends a statement that the connection prepares once. */
export const query = <Row extends QueryResultRow>(
  client: PooledClient,
  { name, text, label }: Named,
  values: unknown[],
): Promise<QueryResult<Row>> => ofStatement(label, client.query<Row>({ name, text, values }))

/** What the statement answers that writes a batch. */
export interface Written {
  /** Whether its premises held; nothing is written where not. */
  readonly written: boolean
  /** The transaction, as the rows that it wrote name it. */
  readonly transaction: string
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

interface Writing {
  readonly changes: Named
  readonly extras: Named
}

/**
 * Writes and commits. The commit is sent behind the one statement that almost every batch writes: refused, that ends the transaction, and the
 * commit rolls back; never sent, it has marked nothing, and the next try finds nothing done. Behind two statements the commit waits, because the
 * first alone must not be committed.
 *
 * @returns The transaction; null where there was nothing to write.
 */
export async function writeAndCommit(
  client: PooledClient,
  writing: Writing,
  { tries, changes, results }: { readonly tries: BatchTries } & Decided,
): Promise<string | null> {
  const extras = packExtras(changes)
  const packed = packChanges(changes) ?? (extras ? NO_CHANGES : null)
  const write = async (): Promise<string | null> => {
    if (!packed) return null
    const { written, transaction } = await writeChanges(client, writing.changes, { packed, tries })
    if (!written) throw new TypeError('the lane of a batch was not there to be marked')
    return transaction
  }
  return await inDoubt(tries, async () => {
    if (extras) {
      const transaction = await write()
      await query(client, writing.extras, moreListsOf(extras))
      tries.doubted = results
      await commit(client)
      return transaction
    }
    tries.doubted = results
    const written = write()
    const [transaction] = await Promise.all([written, behind(client, written, () => commit(client))])
    return transaction
  })
}

/** Sends the statement that writes a batch. */
export async function writeChanges(
  client: PooledClient,
  statement: Named,
  {
    packed,
    tries,
    premises = NO_PREMISES,
  }: { readonly packed: PackedChanges; readonly tries: BatchTries; readonly premises?: string },
): Promise<Written> {
  const values = [...listsOf(packed), tries.lane, tries.number, premises]
  const { rows } = await query<Written>(client, statement, values)
  const [row] = rows
  if (!row) throw new TypeError('the write of a batch gave no row')
  return row
}

/** Runs what sends a commit: an error that ended the transaction leaves no doubt; one that ended the connection does, whatever it says. */
export async function inDoubt<T>(tries: BatchTries, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TypeError || severityOf(error) === 'ERROR') tries.doubted = null
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
