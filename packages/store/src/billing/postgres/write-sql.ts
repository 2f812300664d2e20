import type { Database } from '../../connection/database.ts'
import type { Columns } from '../batch/column-list.ts'
import { columnSql } from '../batch/column-sql.ts'
import { CHANGES, EXTRAS } from '../batch/packed-changes.ts'
import { CHANGED_CALL, COLUMNS, RESPONSE_CUT } from '../batch/tables.ts'

type Named = Pick<Database, 'table'>

/** The parameters of the statement that writes what almost every batch has. */
export const CHANGES_PARAMETERS = [...CHANGES, 'lane', 'number'] as const

const { names, values, value, assignments } = columnSql((type, place) => {
  if (type === 'sealed') return `decode(j->>${place}, 'hex')`
  return type === 'number' ? `(j->>${place})::bigint` : `j->>${place}`
})

const rows = (parameter: string): string => `jsonb_array_elements(${parameter}::jsonb) j`

function add({ table }: Named, name: keyof typeof COLUMNS, parameter: string): string {
  const columns: Columns<never> = COLUMNS[name]
  return `insert into ${table(name)} (${names(columns)}) select ${values(columns)} from ${rows(parameter)}`
}

/**
 * Writes what almost every batch has, in one statement. Calls are added after changed calls have released their request ids. They are numbered
 * first, so that a response finds the id of its call by position: a join of the two lists would read one of them for each row of the other. A
 * response of an earlier call finds it by reference. The lane is marked by this statement, with what it writes: a pipelined commit
 * commits nothing where this statement never arrived (decision 0037). Parameters: `CHANGES_PARAMETERS`.
 */
export const changesSql = (named: Named): string => {
  const { table } = named
  const parameter = (name: (typeof CHANGES_PARAMETERS)[number]): string => `$${CHANGES_PARAMETERS.indexOf(name) + 1}`
  const freed = `(select jsonb_array_elements_text(${parameter('callsFreed')}::jsonb))`
  return `with marked as (update ${table('batch_mark')} set batch = ${parameter('number')}::bigint where lane = ${parameter('lane')}),
    changed as (
      update ${table('call')} c set ${assignments(CHANGED_CALL, ['reference'])},
        claim = case when c.reference in ${freed} then null else c.claim end
      from ${rows(parameter('callsChanged'))} where c.reference = ${value(CHANGED_CALL, 'reference')} returning 1),
    numbered as materialized (select nextval((select pg_get_serial_sequence('${table('call')}', 'id')::regclass)) as id, j, place
      from jsonb_array_elements(${parameter('callsAdded')}::jsonb) with ordinality as t(j, place)
      where (select count(*) from changed) >= 0),
    added as (insert into ${table('call')} (id, ${names(COLUMNS.call)}) select id, ${values(COLUMNS.call)} from numbered),
    numbers as materialized (select array_agg(id order by place) as ids from numbered),
    answered as (insert into ${table('response')} (call_id, body)
      select coalesce((select ids from numbers)[${value(RESPONSE_CUT, 'place')}::integer],
          (select c.id from ${table('call')} c where c.reference = ${value(RESPONSE_CUT, 'reference')})),
        substr(${parameter('bodies')}::bytea, ${value(RESPONSE_CUT, 'start')}::integer, ${value(RESPONSE_CUT, 'length')}::integer)
      from ${rows(parameter('cuts'))}),
    wallets as (update ${table('wallet')} w set ${assignments(COLUMNS.wallet, ['accountId', 'environment'])}
      from ${rows(parameter('wallets'))}
      where w.account_id = ${value(COLUMNS.wallet, 'accountId')} and w.environment = ${value(COLUMNS.wallet, 'environment')}),
    windows as (${add(named, 'key_window', parameter('windows'))} where true
      on conflict (key_id) do update set windows = excluded.windows),
    entries as (${add(named, 'ledger_entry', parameter('entries'))}),
    logged as (${add(named, 'usage', parameter('usage'))})
    ${add(named, 'consent', parameter('consents'))}`
}

/** Writes what few batches have. Parameters: `EXTRAS`. */
export const extrasSql = (named: Named): string => {
  const { table } = named
  const parameter = (name: (typeof EXTRAS)[number]): string => `$${EXTRAS.indexOf(name) + 1}`
  const { call_input, record, record_key } = COLUMNS
  return `with inputs as (insert into ${table('call_input')} (call_id, input)
      select c.id, ${value(call_input, 'input')} from ${rows(parameter('inputs'))}
        join ${table('call')} c on c.reference = ${value(call_input, 'reference')}),
    credits as (${add(named, 'credit', parameter('credits'))}),
    events as (${add(named, 'outbox', parameter('events'))}),
    jobs as (${add(named, 'job', parameter('jobs'))}),
    counted as (${add(named, 'counter', parameter('counters'))} on conflict (account_id, environment, name, period) do update set
      value = ${table('counter')}.value + excluded.value),
    steps as (${add(named, 'wallet_task', parameter('walletTasks'))}),
    audited as (${add(named, 'audit', parameter('audit'))}),
    records as (${add(named, 'record', parameter('records'))} on conflict (account_id, environment, collection, id) do update set
      state = excluded.state, version = excluded.version, value = excluded.value,
      keep_until = excluded.keep_until, updated_at = excluded.updated_at,
      created_at = case when excluded.version = 1 then excluded.created_at else ${table('record')}.created_at end),
    dropped as (delete from ${table('record_key')} k using ${rows(parameter('records'))}
      where k.account_id = ${value(record, 'accountId')} and k.environment = ${value(record, 'environment')}
        and k.collection = ${value(record, 'collection')} and k.record_id = ${value(record, 'id')}
        and (k.name, k.hash) not in (select ${value(record_key, 'name')}, ${value(record_key, 'hash')} from ${rows(parameter('recordKeys'))}
          where ${value(record_key, 'accountId')} = k.account_id and ${value(record_key, 'environment')} = k.environment
            and ${value(record_key, 'collection')} = k.collection and ${value(record_key, 'recordId')} = k.record_id))
    ${add(named, 'record_key', parameter('recordKeys'))} on conflict do nothing`
}
