import { type Loaded, type RecordScope, type RecordStore, walletKey } from '@parakh/core'
import type { MemoryParts } from './account-tree.ts'
import type { MemoryRecord, MemoryTables } from './memory-tables.ts'

const scopeKey = (scope: RecordScope): string => (scope === 'shared' ? 'shared' : walletKey(scope))
const rowKey = (scope: RecordScope, collection: string, id: string): string => `${scopeKey(scope)}/${collection}/${id}`

/** Records in memory. */
export function memoryRecords({ tables, clock }: MemoryParts): RecordStore {
  const isKept = ({ keepUntil }: MemoryRecord): boolean => keepUntil === null || keepUntil > clock.now().getTime()
  const newestFirst = (collection: string, scope: RecordScope): MemoryRecord[] =>
    [...tables.records.values()]
      .filter((record) => record.collection === collection && record.scope === scopeKey(scope) && isKept(record))
      .sort((a, b) => b.order - a.order)
  return {
    get: async (collection, scope, id) => {
      const found = tables.records.get(rowKey(scope, collection, id))
      return found && isKept(found) ? found.row : null
    },
    find: async (collection, scope, by) => {
      const has = (record: MemoryRecord): boolean =>
        by.every((key) => record.keys.some(({ name, value }) => name === key.name && value === key.value))
      return newestFirst(collection, scope).find(has)?.row ?? null
    },
    page: async (collection, scope, { cursor, limit, state }) => {
      const below = cursor === null ? Number.POSITIVE_INFINITY : Number(cursor)
      const rest = newestFirst(collection, scope).filter(
        ({ order, row }) => order < below && (state === null || row.state === state),
      )
      const items = rest.slice(0, limit)
      const last = items.at(-1)
      return { items: items.map(({ row }) => row), next: last && rest.length > limit ? String(last.order) : null }
    },
    load: async (collection, rows, progress) => {
      const loaded = { added: 0, changed: 0, unchanged: 0 }
      let done = 0
      for await (const row of rows) {
        loaded[loadRow(tables, { collection, at: clock.now(), ...row })] += 1
        progress?.(++done)
      }
      return loaded
    },
  }
}

interface SharedRow {
  readonly collection: string
  readonly id: string
  readonly value: string
  readonly at: Date
}

function loadRow(tables: MemoryTables, { collection, id, value, at }: SharedRow): keyof Loaded {
  const key = rowKey('shared', collection, id)
  const before = tables.records.get(key)
  if (before?.row.value === value) return 'unchanged'
  tables.records.set(key, {
    ...{ collection, scope: 'shared', keys: [], keepUntil: null, order: before?.order ?? tables.records.size },
    row: {
      ...{ id, state: 'kept', value, version: (before?.row.version ?? 0) + 1 },
      ...{ createdAt: before?.row.createdAt ?? at, updatedAt: at },
    },
  })
  return before ? 'changed' : 'added'
}
