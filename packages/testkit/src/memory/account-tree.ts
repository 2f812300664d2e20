import type { Account, Clock, Ids } from '@parakh/core'
import { testkitErrors } from '../error-codes.ts'
import type { BatchQueue } from './batch-queue.ts'
import type { MemoryTables } from './memory-tables.ts'

/** What the parts of a store in memory share. */
export interface MemoryParts {
  readonly tables: MemoryTables
  readonly queue: BatchQueue
  readonly clock: Clock
  readonly ids: Ids
}

/** An account that must exist. @throws `ACCOUNT_NOT_FOUND` */
export function accountOf(tables: MemoryTables, id: string): Account {
  const account = tables.accounts.get(id)
  if (!account) throw testkitErrors.error('ACCOUNT_NOT_FOUND', { id })
  return account
}

/** The accounts above one, the nearest first. */
export function ancestorsOf(tables: MemoryTables, id: string): readonly Account[] {
  const parentId = tables.accounts.get(id)?.parentId ?? null
  return parentId === null ? [] : [accountOf(tables, parentId), ...ancestorsOf(tables, parentId)]
}

/** The ids of an account and of all below it. */
export function branchOf(tables: MemoryTables, id: string): readonly string[] {
  if (!tables.accounts.has(id)) return []
  const children = [...tables.accounts.values()].filter(({ parentId }) => parentId === id)
  return [id, ...children.flatMap((child) => branchOf(tables, child.id))]
}
