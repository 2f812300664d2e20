import { type BatchChanges, recordKey } from '@parakh/core'
import { packRows } from './column-list.ts'
import { CHANGED_CALL, COLUMNS, RESPONSE_CUT, type RecordKeyRow, type RecordRow, type ResponseCut } from './tables.ts'

/** What almost every batch writes, in the order in which statements are given it. */
export const CHANGES = [
  'wallets',
  'windows',
  'callsAdded',
  'callsChanged',
  'callsFreed',
  'cuts',
  'bodies',
  'entries',
  'usage',
  'consents',
] as const
/**
 * Lists as JSON. `callsFreed`: references of changed calls whose request id is free again. `bodies`: stored responses as one value of bytes,
 * divided by `cuts`; in a list each byte would be written as two characters, and read again.
 */
type PackedChanges = Readonly<Record<Exclude<(typeof CHANGES)[number], 'bodies'>, string>> & {
  readonly bodies: Buffer
}

/** What few batches write, in the order in which statements are given it. */
export const EXTRAS = [
  'inputs',
  'credits',
  'events',
  'jobs',
  'records',
  'recordKeys',
  'counters',
  'walletTasks',
  'audit',
] as const
/** Lists as JSON. */
export type PackedExtras = Readonly<Record<(typeof EXTRAS)[number], string>>

/** Whether a batch has anything of what almost every batch writes. */
export function hasChanges(changes: BatchChanges): boolean {
  const { wallets, windows, callsAdded, callsChanged, responses, entries, usage, consents } = changes
  return [wallets, windows, callsAdded, callsChanged, responses, entries, usage, consents].some(isFilled)
}

/** What almost every batch writes, as the parameters of a statement. */
export function changesValues(changes: BatchChanges): (string | Buffer)[] {
  const packed = packChanges(changes)
  return CHANGES.map((name) => packed[name])
}

function packChanges(changes: BatchChanges): PackedChanges {
  const { wallets, windows, callsAdded, callsChanged, responses, entries, usage, consents } = changes
  const freed = callsChanged.filter(({ claim }) => claim === null)
  return {
    wallets: packRows(COLUMNS.wallet, wallets),
    windows: packRows(COLUMNS.key_window, windows),
    callsAdded: packRows(COLUMNS.call, callsAdded),
    callsChanged: packRows(CHANGED_CALL, callsChanged),
    callsFreed: JSON.stringify(freed.map(({ reference }) => reference)),
    cuts: packRows(RESPONSE_CUT, cutsOf(responses, callsAdded)),
    bodies: Buffer.concat(responses.map(({ body }) => body)),
    entries: packRows(COLUMNS.ledger_entry, entries),
    usage: packRows(COLUMNS.usage, usage),
    consents: packRows(COLUMNS.consent, consents),
  }
}

/** Packs what few batches write; null when there is nothing. */
export function packExtras(changes: BatchChanges): PackedExtras | null {
  const { inputs, credits, events, jobs, counters, walletTasks, audit } = changes
  if (![inputs, credits, events, jobs, changes.records, counters, walletTasks, audit].some(isFilled)) return null
  const records = newestOfEach(changes.records)
  return {
    inputs: packRows(COLUMNS.call_input, inputs),
    credits: packRows(COLUMNS.credit, credits),
    events: packRows(COLUMNS.outbox, events),
    jobs: packRows(COLUMNS.job, jobs),
    records: packRows(COLUMNS.record, records.map(recordRow)),
    recordKeys: packRows(COLUMNS.record_key, records.flatMap(recordKeyRows)),
    counters: packRows(COLUMNS.counter, counters),
    walletTasks: packRows(COLUMNS.wallet_task, walletTasks),
    audit: packRows(COLUMNS.audit, audit),
  }
}

const isFilled = (rows: readonly unknown[]): boolean => rows.length > 0

function cutsOf(responses: BatchChanges['responses'], added: BatchChanges['callsAdded']): readonly ResponseCut[] {
  if (responses.length === 0) return []
  const places = new Map(added.map(({ reference }, index) => [reference, index + 1]))
  let start = 1
  return responses.map(({ reference, body }) => {
    const cut = { reference, start, length: body.length, place: places.get(reference) ?? null }
    start += body.length
    return cut
  })
}

type WrittenRecord = BatchChanges['records'][number]

/** An upsert must not have two rows of one key. */
function newestOfEach(records: readonly WrittenRecord[]): readonly WrittenRecord[] {
  return [...new Map(records.map((record) => [recordKey(record, record), record])).values()]
}

function recordRow(record: WrittenRecord): RecordRow {
  const { collection, accountId, environment, id, state, expected, value, keepUntil, at } = record
  const version = (expected ?? 0) + 1
  return { collection, accountId, environment, id, state, version, value, keepUntil, createdAt: at, updatedAt: at }
}

function recordKeyRows({ accountId, environment, collection, id, keys }: WrittenRecord): readonly RecordKeyRow[] {
  return keys.map(({ name, value }) => ({ accountId, environment, collection, name, hash: value, recordId: id }))
}
