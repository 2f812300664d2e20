import type { Database } from '../../connection/database.ts'
import type { Columns } from '../batch/column-list.ts'
import { columnSql } from '../batch/column-sql.ts'
import { CHANGES, EXTRAS } from '../batch/packed-changes.ts'
import { CHANGED_CALL, COLUMNS, RESPONSE_CUT } from '../batch/tables.ts'

type Named = Pick<Database, 'table'>

const { names, values, value, assignments } = columnSql((type, place) =>
  type === 'sealed' ? `unhex(value->>${place})` : `value->>${place}`,
)

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
 * Temporary views, with a column for each list of a batch, whose triggers write list by list from JSON. So a whole batch is one prepared
 * statement, in one hop between threads. Bodies are one blob, divided by start and length. `jsonb_each` (SQLite 3.51) parses a list once, where
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
      `${addRows(named, 'record_key', 'new.recordKeys')} where true on conflict do nothing`,
      `${addRows(named, 'counter', 'new.counters')} where true
        on conflict (account_id, environment, name, period) do update set value = value + excluded.value`,
      addRows(named, 'wallet_task', 'new.walletTasks'),
      addRows(named, 'audit', 'new.audit'),
    ]),
  ].join(';\n')
}

/** Under the write lock `data_version` says whether any other connection has committed: one condition for all that is cached. */
const REFUSE_STALE = `select raise(abort, 'stale') from pragma_data_version where data_version <> new.data_version`

const writeChanges = (named: Named): readonly string[] => [
  changeCalls(named),
  freeCalls(named),
  addRows(named, 'call', 'new.callsAdded'),
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

function addRows({ table }: Named, name: keyof typeof COLUMNS, from: string): string {
  const columns: Columns<never> = COLUMNS[name]
  return `insert into ${table(name)} (${names(columns)}) select ${values(columns)} from jsonb_each(${from})`
}

const changeCalls = ({ table }: Named): string =>
  `update ${table('call')} set ${assignments(CHANGED_CALL, ['reference'])}
    from jsonb_each(new.callsChanged) where ${table('call')}.reference = ${value(CHANGED_CALL, 'reference')}`

/** In a statement of its own, because assigning `claim` would rewrite its index entry for every call. */
const freeCalls = ({ table }: Named): string =>
  `update ${table('call')} set claim = null from jsonb_each(new.callsFreed) where ${table('call')}.reference = value`

const changeWallets = ({ table }: Named): string =>
  `update ${table('wallet')} set ${assignments(COLUMNS.wallet, ['accountId', 'environment'])} from jsonb_each(new.wallets)
    where ${table('wallet')}.account_id = ${value(COLUMNS.wallet, 'accountId')}
      and ${table('wallet')}.environment = ${value(COLUMNS.wallet, 'environment')}`

const setWindows = (named: Named): string =>
  `${addRows(named, 'key_window', 'new.windows')} where true
    on conflict (key_id) do update set windows = excluded.windows`

const addResponses = ({ table }: Named): string =>
  `insert into ${table('response')} (call_id, body)
    select c.id, substr(new.bodies, ${value(RESPONSE_CUT, 'start')}, ${value(RESPONSE_CUT, 'length')})
    from jsonb_each(new.cuts) cross join ${table('call')} c on c.reference = ${value(RESPONSE_CUT, 'reference')}`

const addInputs = ({ table }: Named): string =>
  `insert into ${table('call_input')} (call_id, input) select c.id, ${value(COLUMNS.call_input, 'input')}
    from jsonb_each(new.inputs) cross join ${table('call')} c on c.reference = ${value(COLUMNS.call_input, 'reference')}`

const setRecords = (named: Named): string =>
  `${addRows(named, 'record', 'new.records')} where true
    on conflict (account_id, environment, collection, id) do update set
      state = excluded.state, version = excluded.version, value = excluded.value,
      keep_until = excluded.keep_until, updated_at = excluded.updated_at,
      created_at = case when excluded.version = 1 then excluded.created_at else ${named.table('record')}.created_at end`

/** Keys of the records that are written; those that stay are added again. */
const dropRecordKeys = ({ table }: Named): string => {
  const fields = ['accountId', 'environment', 'collection', 'id'] as const
  return `delete from ${table('record_key')} where (account_id, environment, collection, record_id) in
    (select ${fields.map((field) => value(COLUMNS.record, field)).join(', ')} from jsonb_each(new.records))`
}
