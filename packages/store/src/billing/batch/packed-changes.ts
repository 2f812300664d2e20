import { type BatchChanges, type CallState, type RecordWrite, recordKey } from '@parakh/core'
import { alertText } from '../../wallet/alert-text.ts'
import { CALL_COLUMNS, type Column, callToRow } from './call-columns.ts'
import { packBuckets, packWindows } from './key-windows.ts'

type Value = string | number | null
type Row = readonly Value[]

/** Tables that a batch adds rows to, with their columns in the order of the packed rows. */
export const ADDED = {
  call: CALL_COLUMNS,
  ledger_entry: columns(
    'transaction_id kind ledger_account environment amount# previous# balance# version# actor request_id price_version at# reason',
  ),
  usage: columns(
    'account_id environment key_id reference request_id endpoint status# outcome code latency_ms# charged# ip at# calls#',
  ),
  consent: columns('account_id environment reference subject purpose notice artefact ip at#'),
  credit: columns('id account_id environment reference amount# actor at#'),
  outbox: columns('id type account_id environment sequence# data at#'),
  job: columns('id name payload! account_id environment run_at# attempts# created_at#'),
  record: columns('collection account_id environment id state version# value! keep_until# created_at# updated_at#'),
  record_key: columns('account_id environment collection name hash record_id'),
  counter: columns('account_id environment name period value#'),
} as const satisfies Readonly<Record<string, readonly Column[]>>

/** Columns of a wallet that a batch changes, after the two that name it. */
export const WALLET_COLUMNS = columns(
  'account_id environment posted# held# version# requests_day requests_today# requests_total# event_sequence# owed# alert calls',
)
/** Columns of a call that change, after the reference; `claim` only ever becomes null and is told apart. */
export const CHANGED_CALL_COLUMNS = columns(
  'reference phase epoch# owner charged# refunded# lease_until# settled_at# status# later operation provider pool unique_key',
)

/** `name` is text, `name#` a number, `name!` sealed. */
function columns(text: string): readonly Column[] {
  return text.split(' ').map((word): Column => {
    if (word.endsWith('#')) return [word.slice(0, -1), 'number']
    if (word.endsWith('!')) return [word.slice(0, -1), 'sealed']
    return [word, 'text']
  })
}

/** A stored answer. */
export interface PackedResponse {
  readonly reference: string
  /** Which of the calls added is answered, counted from 1; null for a call of an earlier batch. */
  readonly place: number | null
  readonly body: Uint8Array
}
/** What almost every batch writes: lists as JSON text. */
export interface PackedChanges {
  readonly wallets: string
  readonly windows: string
  readonly callsAdded: string
  readonly callsChanged: string
  /** References of changed calls whose request id is free again. */
  readonly callsFreed: string
  readonly responses: readonly PackedResponse[]
  readonly entries: string
  readonly usage: string
  readonly consents: string
}
/** What few batches write. */
export interface PackedExtras {
  readonly inputs: string
  readonly credits: string
  readonly events: string
  readonly jobs: string
  readonly records: string
  readonly recordKeys: string
  readonly counters: string
}

/** Packs what almost every batch writes; null when there is nothing. */
export function packChanges(changes: BatchChanges): PackedChanges | null {
  const { wallets, windows, callsAdded, callsChanged, responses, entries, usage, consents } = changes
  if ([wallets, windows, callsAdded, callsChanged, responses, entries, usage, consents].every(isEmpty)) return null
  return {
    wallets: pack(wallets, (wallet) => [
      wallet.accountId,
      wallet.environment,
      wallet.posted,
      wallet.held,
      wallet.version,
      wallet.requestsDay,
      wallet.requestsToday,
      wallet.requestsTotal,
      wallet.eventSequence,
      wallet.owed,
      alertText(wallet.alert),
      wallet.calls === undefined ? null : `[${packBuckets(wallet.calls)}]`,
    ]),
    windows: pack(windows, (key) => [key.keyId, packWindows(key.windows)]),
    callsAdded: pack(callsAdded, callToRow),
    callsChanged: pack(callsChanged, changedCallToRow),
    callsFreed: JSON.stringify(callsChanged.filter(({ claim }) => claim === null).map(({ reference }) => reference)),
    responses: placed(responses, callsAdded),
    entries: pack(entries, (entry) => [
      entry.transaction,
      entry.kind,
      entry.ledgerAccount,
      entry.environment,
      entry.amount,
      entry.previous,
      entry.balance,
      entry.version,
      entry.actor,
      entry.requestId,
      entry.priceVersion,
      entry.at,
      entry.reason,
    ]),
    usage: pack(usage, (row) => [
      row.accountId,
      row.environment,
      row.keyId,
      row.reference,
      row.requestId,
      row.endpoint,
      row.status,
      row.outcome,
      row.code,
      row.latencyMs,
      row.charged,
      row.ip,
      row.at,
      row.calls ?? 1,
    ]),
    consents: pack(consents, (row) => [
      row.accountId,
      row.environment,
      row.reference,
      row.subject,
      row.purpose,
      row.notice,
      row.artefact,
      row.ip,
      row.at,
    ]),
  }
}

/** Packs what few batches write; null when there is nothing. */
export function packExtras(changes: BatchChanges): PackedExtras | null {
  const { inputs, credits, events, jobs, counters } = changes
  if ([inputs, credits, events, jobs, changes.records, counters].every(isEmpty)) return null
  const records = newestOfEach(changes.records)
  return {
    inputs: pack(inputs, ({ reference, input }) => [reference, input]),
    credits: pack(credits, (row) => [
      row.id,
      row.accountId,
      row.environment,
      row.reference,
      row.amount,
      row.actor,
      row.at,
    ]),
    events: pack(events, (row) => [
      row.id,
      row.type,
      row.accountId,
      row.environment,
      row.sequence,
      JSON.stringify(row.data),
      row.at,
    ]),
    jobs: pack(jobs, (row) => [
      row.id,
      row.name,
      row.payload,
      row.accountId,
      row.environment,
      row.runAt,
      row.attempts,
      row.at,
    ]),
    records: pack(records, (row) => [
      row.collection,
      row.accountId,
      row.environment,
      row.id,
      row.state,
      (row.expected ?? 0) + 1,
      row.value,
      row.keepUntil,
      row.at,
      row.at,
    ]),
    recordKeys: JSON.stringify(records.flatMap(keyRows)),
    counters: pack(counters, (row) => [row.accountId, row.environment, row.name, row.period, row.by]),
  }
}

/**
 * Stored answers as one value of bytes, and a JSON list that cuts it: reference, where its bytes begin (from 1), how many, and its place. In a
 * list each byte would be written as two characters, and read again.
 */
export function packResponses(responses: readonly PackedResponse[]): readonly [cuts: string, bodies: Buffer] {
  let offset = 1
  const cuts = responses.map(({ reference, place, body }) => {
    const cut = [reference, offset, body.length, place]
    offset += body.length
    return cut
  })
  return [JSON.stringify(cuts), Buffer.concat(responses.map(({ body }) => body))]
}

const isEmpty = (rows: readonly unknown[]): boolean => rows.length === 0
const pack = <T>(rows: readonly T[], toRow: (row: T) => Row): string =>
  rows.length === 0 ? '[]' : JSON.stringify(rows.map(toRow))

function placed(responses: BatchChanges['responses'], added: BatchChanges['callsAdded']): readonly PackedResponse[] {
  if (responses.length === 0) return []
  const places = new Map(added.map(({ reference }, index) => [reference, index + 1]))
  return responses.map(({ reference, body }) => ({ reference, place: places.get(reference) ?? null, body }))
}

const changedCallToRow = (call: CallState): Row => [
  ...[call.reference, call.phase, call.epoch, call.owner, call.charged, call.refunded, call.leaseUntil],
  ...[call.settledAt, call.status, call.later, call.operation, call.provider, call.pool, call.uniqueKey],
]

type WrittenRecord = BatchChanges['records'][number]

/** One upsert may not meet a row twice. */
function newestOfEach(records: readonly WrittenRecord[]): readonly WrittenRecord[] {
  return [...new Map(records.map((record) => [recordKey(record, record), record])).values()]
}

const keyRows = (record: WrittenRecord): readonly Row[] =>
  record.keys.map(({ name, value }: RecordWrite['keys'][number]) => [
    record.accountId,
    record.environment,
    record.collection,
    name,
    value,
    record.id,
  ])
