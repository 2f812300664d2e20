import type { Database } from '../../connection/database.ts'
import type { Column } from '../batch/call-columns.ts'
import { ADDED, CHANGED_CALL_COLUMNS, WALLET_COLUMNS } from '../batch/packed-changes.ts'

type Named = Pick<Database, 'table'>

/** What a batch writes, as columns of a temporary view: one insert into it is one statement, and all or nothing. */
const CHANGES = [
  'wallets',
  'windows',
  'added',
  'changed',
  'freed',
  'responses',
  'bodies',
  'entries',
  'usage',
  'consents',
] as const
const EXTRAS = ['inputs', 'credits', 'events', 'jobs', 'records', 'record_keys', 'counters'] as const

/** The insert that writes what almost every batch has. */
export const INSERT_CHANGES = insertInto('batch_changes', CHANGES)
/** The same, refused where another connection has committed since the given `data_version`. */
export const INSERT_IF_CURRENT = insertInto('batch_changes_if_current', ['data_version', ...CHANGES])
/** The insert that writes what few batches have. */
export const INSERT_EXTRAS = insertInto('batch_extras', EXTRAS)

function insertInto(view: string, names: readonly string[]): string {
  return `insert into ${view} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`
}

/**
 * The temporary views, with triggers that write set by set from JSON. So a whole batch is one prepared statement, in one hop
 * between threads. Bodies come as one blob, cut by offset and length. `jsonb_each` (SQLite 3.51) parses a list once, where
 * `json_each` parses a row again for each column: a third of the time.
 */
export function sqliteWriteSchema(named: Named): string {
  return [
    view('batch_changes', CHANGES),
    trigger('batch_changes', writeChanges(named)),
    view('batch_changes_if_current', ['data_version', ...CHANGES]),
    trigger('batch_changes_if_current', [REFUSE_STALE, ...writeChanges(named)]),
    view('batch_extras', EXTRAS),
    trigger('batch_extras', [
      addInputs(named),
      addRows(named, 'credit', 'new.credits'),
      addRows(named, 'outbox', 'new.events'),
      addRows(named, 'job', 'new.jobs'),
      setRecords(named),
      dropRecordKeys(named),
      `${addRows(named, 'record_key', 'new.record_keys')} where true on conflict do nothing`,
      `${addRows(named, 'counter', 'new.counters')} where true
        on conflict (account_id, environment, name, period) do update set value = value + excluded.value`,
    ]),
  ].join(';\n')
}

/** Beneath the write lock `data_version` says whether any other connection has committed: one condition for all that is cached. */
const REFUSE_STALE = `select raise(abort, 'stale') from pragma_data_version where data_version <> new.data_version`

const writeChanges = (named: Named): readonly string[] => [
  changeCalls(named),
  freeCalls(named),
  addRows(named, 'call', 'new.added'),
  addResponses(named),
  changeWallets(named),
  setWindows(named),
  addRows(named, 'ledger_entry', 'new.entries'),
  addRows(named, 'usage', 'new.usage'),
  addRows(named, 'consent', 'new.consents'),
]

const view = (name: string, columns: readonly string[]): string =>
  `create temp view ${name} as select ${columns.map((column) => `null as ${column}`).join(', ')}`

const trigger = (view: string, statements: readonly string[]): string =>
  `create temp trigger ${view}_write instead of insert on ${view} begin\n${statements.join(';\n')};\nend`

const read = ([, type]: Column, index: number): string =>
  type === 'sealed' ? `unhex(value->>${index})` : `value->>${index}`

function addRows({ table }: Named, name: keyof typeof ADDED, from: string): string {
  const columns: readonly Column[] = ADDED[name]
  return `insert into ${table(name)} (${columns.map(([column]) => column).join(', ')})
    select ${columns.map(read).join(', ')} from jsonb_each(${from})`
}

const assignments = (columns: readonly Column[], from: number): string =>
  columns
    .slice(from)
    .map((column, index) => `${column[0]} = ${read(column, index + from)}`)
    .join(', ')

const changeCalls = ({ table }: Named): string =>
  `update ${table('call')} set ${assignments(CHANGED_CALL_COLUMNS, 1)}
    from jsonb_each(new.changed) where ${table('call')}.reference = value->>0`

/** Apart from the other columns, because naming `claim` would rewrite its index for every call. */
const freeCalls = ({ table }: Named): string =>
  `update ${table('call')} set claim = null from jsonb_each(new.freed) where ${table('call')}.reference = value`

const changeWallets = ({ table }: Named): string =>
  `update ${table('wallet')} set ${assignments(WALLET_COLUMNS, 2)} from jsonb_each(new.wallets)
    where ${table('wallet')}.account_id = value->>0 and ${table('wallet')}.environment = value->>1`

const setWindows = ({ table }: Named): string =>
  `insert into ${table('key_window')} (key_id, windows) select value->>0, value->>1 from jsonb_each(new.windows) where true
    on conflict (key_id) do update set windows = excluded.windows`

const addResponses = ({ table }: Named): string =>
  `insert into ${table('response')} (call_id, body)
    select c.id, substr(new.bodies, value->>1, value->>2)
    from jsonb_each(new.responses) cross join ${table('call')} c on c.reference = value->>0`

const addInputs = ({ table }: Named): string =>
  `insert into ${table('call_input')} (call_id, input)
    select c.id, unhex(value->>1) from jsonb_each(new.inputs) cross join ${table('call')} c on c.reference = value->>0`

const setRecords = (named: Named): string =>
  `${addRows(named, 'record', 'new.records')} where true
    on conflict (account_id, environment, collection, id) do update set
      state = excluded.state, version = excluded.version, value = excluded.value,
      keep_until = excluded.keep_until, updated_at = excluded.updated_at,
      created_at = case when excluded.version = 1 then excluded.created_at else ${named.table('record')}.created_at end`

/** Keys of the records that are written; those that stay are added again. */
const dropRecordKeys = ({ table }: Named): string =>
  `delete from ${table('record_key')} where (account_id, environment, collection, record_id) in
    (select value->>1, value->>2, value->>0, value->>3 from jsonb_each(new.records))`
