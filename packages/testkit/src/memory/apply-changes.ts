import {
  type BatchChanges,
  type CallState,
  claimKey,
  counterKey,
  creditKey,
  type RecordWrite,
  recordKey,
  walletKey,
  walletTaskKey,
} from '@parakh/core'
import type { MemoryTables } from './memory-tables.ts'

/** Writes what a batch decided. */
export function applyChanges(tables: MemoryTables, changes: BatchChanges): void {
  for (const wallet of changes.wallets) tables.wallets.set(walletKey(wallet), wallet)
  for (const { keyId, windows } of changes.windows) tables.windows.set(keyId, windows)
  // A call that gave up its request id must do so before another takes it.
  for (const call of changes.callsChanged) putCall(tables, call)
  for (const call of changes.callsAdded) putCall(tables, call)
  for (const { reference, body } of changes.responses) tables.responses.set(reference, Uint8Array.from(body))
  for (const { reference, input } of changes.inputs) tables.inputs.set(reference, input)
  for (const credit of changes.credits) tables.credits.set(creditKey(credit, credit.reference), credit.amount)
  for (const write of changes.records) putRecord(tables, write)
  for (const { at, accountId, environment, ...job } of changes.jobs)
    tables.jobs.set(job.id, { job, accountId, environment, state: 'waiting', runs: 0, leaseUntil: 0, error: null })
  for (const counted of changes.counters) count(tables, counted)
  for (const task of changes.walletTasks)
    tables.walletTasks.set(walletTaskKey(task), { ...task, attempts: 0, error: null })
  tables.entries.push(...changes.entries)
  tables.usage.push(...changes.usage)
  tables.consents.push(...changes.consents)
  tables.events.push(...changes.events)
  tables.audit.push(...changes.audit)
  for (const listener of [...tables.listeners]) listener()
}

function count(tables: MemoryTables, { by, ...counter }: BatchChanges['counters'][number]): void {
  const key = counterKey(counter, counter)
  const value = (tables.counters.get(key) ?? 0) + by
  // No row and a row of 0 are the same.
  if (value === 0) tables.counters.delete(key)
  else tables.counters.set(key, value)
}

function putCall(tables: MemoryTables, call: CallState): void {
  const before = tables.calls.get(call.reference)
  if (before?.claim && call.claim === null) tables.claims.delete(claimKey(before, before.claim))
  if (before?.uniqueKey && call.uniqueKey === null) tables.claims.delete(claimKey(before, before.uniqueKey))
  tables.calls.set(call.reference, call)
  for (const claim of [call.claim, call.uniqueKey])
    if (claim !== null) tables.claims.set(claimKey(call, claim), call.reference)
}

function putRecord(tables: MemoryTables, write: BatchChanges['records'][number]): void {
  const key = recordKey(write, write)
  const before = tables.records.get(key)
  const at = new Date(write.at)
  tables.records.set(key, {
    ...ofWrite(write),
    scope: walletKey(write),
    order: before?.order ?? tables.records.size,
    row: {
      id: write.id,
      state: write.state,
      version: (write.expected ?? 0) + 1,
      value: write.value,
      createdAt: write.expected === null ? at : (before?.row.createdAt ?? at),
      updatedAt: at,
    },
  })
}

const ofWrite = ({ collection, keys, keepUntil }: RecordWrite) => ({ collection, keys, keepUntil })
