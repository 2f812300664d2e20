import type {
  AuditEntry,
  BatchChanges,
  CallState,
  EventRow,
  KeyWindows,
  LedgerEntry,
  UsageEntry,
  WalletState,
} from '@parakh/core'
import { packBuckets, packWindows } from '../../keys/key-windows.ts'
import { alertText } from '../../wallet/alert-text.ts'
import { columns, pick } from './column-list.ts'

/** The position of a stored response among the bytes of its batch. */
export interface ResponseCut {
  readonly reference: string
  /** From 1. */
  readonly start: number
  readonly length: number
  /** Which of the added calls it belongs to, from 1; null: a call of an earlier batch. */
  readonly place: number | null
}
/** A record as its row. */
export interface RecordRow {
  readonly collection: string
  readonly accountId: string
  readonly environment: string
  readonly id: string
  readonly state: string
  readonly version: number
  readonly value: string
  readonly keepUntil: number | null
  readonly createdAt: number
  readonly updatedAt: number
}
/** A keyed hash by which a record is found. */
export interface RecordKeyRow {
  readonly accountId: string
  readonly environment: string
  readonly collection: string
  readonly name: string
  readonly hash: string
  readonly recordId: string
}

/** Columns of the tables that batches write. */
export const COLUMNS = {
  call: columns<CallState>({
    reference: 'text',
    accountId: 'text',
    environment: 'text',
    keyId: 'text',
    endpoint: 'text',
    requestId: 'text',
    claim: 'text',
    fingerprint: 'text',
    phase: 'text',
    epoch: 'number',
    owner: 'text',
    price: 'number',
    priceVersion: 'text',
    legs: 'json',
    charged: 'number',
    refunded: 'number',
    leaseUntil: 'number',
    at: 'number',
    settledAt: 'number',
    status: 'number',
    asyncState: 'text',
    operation: 'text',
    provider: 'text',
    pool: 'text',
    uniqueKey: 'text',
  }),
  wallet: columns<WalletState>({
    accountId: 'text',
    environment: 'text',
    posted: 'number',
    held: 'number',
    owed: 'number',
    version: 'number',
    requestsDay: 'text',
    requestsToday: 'number',
    requestsTotal: 'number',
    eventSequence: 'number',
    alert: { type: 'text', pack: ({ alert }) => alertText(alert) },
    calls: { type: 'json', pack: ({ calls }) => (calls === undefined ? null : `[${packBuckets(calls)}]`) },
  }),
  key_window: columns<{ readonly keyId: string; readonly windows: KeyWindows }>({
    keyId: 'text',
    windows: { type: 'json', pack: ({ windows }) => packWindows(windows) },
  }),
  call_input: columns<Pick<BatchChanges['inputs'][number], 'reference' | 'input'>>({
    reference: 'text',
    input: 'sealed',
  }),
  ledger_entry: columns<LedgerEntry>({
    transaction: { type: 'text', name: 'transaction_id' },
    kind: 'text',
    ledgerAccount: 'text',
    environment: 'text',
    amount: 'number',
    previous: 'number',
    balance: 'number',
    version: 'number',
    actor: 'text',
    requestId: 'text',
    priceVersion: 'text',
    at: 'number',
    reason: 'text',
  }),
  usage: columns<Omit<UsageEntry, 'day' | 'counted'>>({
    accountId: 'text',
    environment: 'text',
    keyId: 'text',
    reference: 'text',
    requestId: 'text',
    endpoint: 'text',
    status: 'number',
    outcome: 'text',
    code: 'text',
    latencyMs: 'number',
    charged: 'number',
    ip: 'text',
    at: 'number',
    calls: { type: 'number', pack: ({ calls }) => calls ?? 1 },
  }),
  consent: columns<BatchChanges['consents'][number]>({
    accountId: 'text',
    environment: 'text',
    reference: 'text',
    subject: 'text',
    subjectKey: 'text',
    purpose: 'text',
    notice: 'text',
    artefact: 'text',
    ip: 'text',
    at: 'number',
    expiresAt: { type: 'number', pack: ({ expiresAt }) => expiresAt ?? null },
  }),
  credit: columns<BatchChanges['credits'][number]>({
    id: 'text',
    accountId: 'text',
    environment: 'text',
    reference: 'text',
    amount: 'number',
    actor: 'text',
    at: 'number',
  }),
  outbox: columns<EventRow>({
    id: 'text',
    type: 'text',
    accountId: 'text',
    environment: 'text',
    sequence: 'number',
    data: 'json',
    at: 'number',
  }),
  job: columns<BatchChanges['jobs'][number]>({
    id: 'text',
    name: 'text',
    payload: 'sealed',
    accountId: 'text',
    environment: 'text',
    runAt: 'number',
    attempts: 'number',
    at: { type: 'number', name: 'created_at' },
  }),
  record: columns<RecordRow>({
    collection: 'text',
    accountId: 'text',
    environment: 'text',
    id: 'text',
    state: 'text',
    version: 'number',
    value: 'sealed',
    keepUntil: 'number',
    createdAt: 'number',
    updatedAt: 'number',
  }),
  record_key: columns<RecordKeyRow>({
    accountId: 'text',
    environment: 'text',
    collection: 'text',
    name: 'text',
    hash: 'text',
    recordId: 'text',
  }),
  wallet_task: columns<BatchChanges['walletTasks'][number]>({
    reference: 'text',
    step: 'text',
    accountId: 'text',
    environment: 'text',
    amount: 'number',
    at: 'number',
    nextAt: 'number',
  }),
  counter: columns<BatchChanges['counters'][number]>({
    accountId: 'text',
    environment: 'text',
    name: 'text',
    period: 'text',
    by: { type: 'number', name: 'value' },
  }),
  audit: columns<AuditEntry>({
    id: 'text',
    at: { type: 'number', pack: ({ at }) => at.getTime() },
    actor: 'text',
    action: 'text',
    subject: 'text',
    accountId: 'text',
    before: { type: 'text', pack: ({ before }) => before && JSON.stringify(before) },
    after: { type: 'text', pack: ({ after }) => after && JSON.stringify(after) },
  }),
}

/** What identifies a call, and what changes of it. `claim` only ever becomes null, by `callsFreed`. */
export const CHANGED_CALL = pick(COLUMNS.call, [
  ...(['reference', 'phase', 'epoch', 'owner', 'charged', 'refunded', 'leaseUntil', 'settledAt', 'status'] as const),
  ...(['asyncState', 'operation', 'provider', 'pool', 'uniqueKey'] as const),
])
/** The positions of stored responses among the bytes of their batch. */
export const RESPONSE_CUT = columns<ResponseCut>({
  reference: 'text',
  start: 'number',
  length: 'number',
  place: 'number',
})
