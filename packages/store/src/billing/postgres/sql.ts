import type { Database } from '../../connection/database.ts'
import { CALL_COLUMNS, type Column } from '../batch/call-columns.ts'
import { ADDED, CHANGED_CALL_COLUMNS, WALLET_COLUMNS } from '../batch/packed-changes.ts'

type Named = Pick<Database, 'table'>

const rows = (parameter: number): string => `jsonb_array_elements($${parameter}::jsonb) j`
const texts = (parameter: number): string => `jsonb_array_elements_text($${parameter}::jsonb)`
const callJson = `json_build_array(${CALL_COLUMNS.map(([name]) => `c.${name}`).join(', ')})`

/**
 * Locks the wallets of a batch, in their order. `for no key update` lets entries of others refer to them. The lane's row is locked with
 * them: where it has the batch's number already, only a commit of this batch can have done it (decision 0013). A try that is still being
 * committed holds that row, and is waited for. Parameters: wallets, lane, number, time.
 */
export const lockSql = ({ table }: Named): string =>
  `with lane as (insert into ${table('batch_mark')} as m (lane, batch, at) values ($2, 0, $4::bigint)
      on conflict (lane) do update set at = excluded.at returning m.batch),
    locked as (select 1 from ${table('wallet')} w
      where (w.account_id, w.environment) in (select j->>0, j->>1 from ${rows(1)})
      order by w.account_id, w.environment for no key update)
  select (select batch from lane) = $3::bigint as committed, (select count(*) from locked)::integer as locked`

/** The wallets of a batch that somebody else holds locked, found without a wait. Run in a transaction that is rolled back. Parameter: wallets. */
export const lockedSql = ({ table }: Named): string =>
  `with free as materialized (select w.account_id, w.environment from ${table('wallet')} w
      where (w.account_id, w.environment) in (select j->>0, j->>1 from ${rows(1)})
      order by w.account_id, w.environment for no key update skip locked)
  select w.account_id, w.environment from ${table('wallet')} w
    where (w.account_id, w.environment) in (select j->>0, j->>1 from ${rows(1)})
      and not exists (select from free f where f.account_id = w.account_id and f.environment = w.environment)`

/** Reads the whole state of a batch as one JSON. Parameters: the lists of a footprint, as JSON. */
export function readSql({ table }: Named): string {
  const list = (json: string, from: string): string => `(select coalesce(json_agg(${json}), '[]'::json) from ${from})`
  const ofWallet = (alias: string): string => `${alias}.account_id = j->>0 and ${alias}.environment = j->>1`
  return `select json_build_object(
    'wallets', ${list(
      `json_build_array(w.account_id, w.environment, w.posted, w.held, w.version, w.requests_day, w.requests_today,
        w.requests_total, w.event_sequence, w.owed, w.alert, w.calls::json)`,
      `${rows(1)} join ${table('wallet')} w on ${ofWallet('w')}`,
    )},
    'keys', ${list(
      `json_build_array(k.id, k.status, k.version + a.version, k.expires_at, a.status, i.windows::json)`,
      `${table('api_key')} k join ${table('account')} a on a.id = k.account_id
        left join ${table('key_window')} i on i.key_id = k.id where k.id in (select ${texts(2)})`,
    )},
    'claims', ${list(callJson, `${rows(3)} join ${table('call')} c on ${ofWallet('c')} and c.claim = j->>2`)},
    'uniqueKeys', ${list(callJson, `${rows(9)} join ${table('call')} c on ${ofWallet('c')} and c.unique_key = j->>2`)},
    'calls', ${list(callJson, `${table('call')} c where c.reference in (select ${texts(4)})`)},
    'credits', ${list(
      'json_build_array(p.account_id, p.environment, p.reference, p.amount)',
      `${rows(5)} join ${table('credit')} p on ${ofWallet('p')} and p.reference = j->>2`,
    )},
    'records', ${list(
      'json_build_array(r.account_id, r.environment, r.collection, r.id, r.version)',
      `${rows(6)} join ${table('record')} r on ${ofWallet('r')} and r.collection = j->>2 and r.id = j->>3
        and (r.keep_until is null or r.keep_until > $7::bigint)`,
    )},
    'counters', ${list(
      'json_build_array(n.account_id, n.environment, n.name, n.period, n.value)',
      `${rows(8)} join ${table('counter')} n on ${ofWallet('n')} and n.name = j->>2 and n.period = j->>3`,
    )}
  ) as state`
}

const read = ([, type]: Column, index: number): string => {
  if (type === 'sealed') return `decode(j->>${index}, 'hex')`
  return type === 'number' ? `(j->>${index})::bigint` : `j->>${index}`
}

function add({ table }: Named, name: keyof typeof ADDED, parameter: number): string {
  const columns: readonly Column[] = ADDED[name]
  return `insert into ${table(name)} (${columns.map(([column]) => column).join(', ')})
    select ${columns.map(read).join(', ')} from ${rows(parameter)}`
}

const assignments = (columns: readonly Column[], from: number): string =>
  columns
    .slice(from)
    .map((column, index) => `${column[0]} = ${read(column, index + from)}`)
    .join(', ')

/**
 * Writes what almost every batch has, in one statement. Parameters: wallets, windows, calls added, calls changed, references
 * freed, entries, usage, consents, cuts of the responses and their bodies in one, lane, number. Calls are added after a changed call has
 * given its request id up. They are numbered before, so that a response finds the number of its call by its place: a join of two lists
 * would go through the one for each of the other. A response of an earlier call finds it by its reference. The lane's row is given the
 * number of the batch here, with what it writes: a commit that is sent behind this statement marks nothing where this statement never came
 * (decision 0037).
 */
export const changesSql = (named: Named): string => {
  const { table } = named
  const changed = CHANGED_CALL_COLUMNS.map(([name]) => name)
  return `with marked as (update ${table('batch_mark')} set batch = $12::bigint where lane = $11),
    changed as (
      update ${table('call')} c set ${assignments(CHANGED_CALL_COLUMNS, 1)},
        claim = case when c.reference in (select ${texts(5)}) then null else c.claim end
      from ${rows(4)} where c.reference = j->>${changed.indexOf('reference')} returning 1),
    numbered as materialized (select nextval((select pg_get_serial_sequence('${table('call')}', 'id')::regclass)) as id, j, place
      from jsonb_array_elements($3::jsonb) with ordinality as t(j, place) where (select count(*) from changed) >= 0),
    added as (insert into ${table('call')} (id, ${CALL_COLUMNS.map(([column]) => column).join(', ')})
      select id, ${CALL_COLUMNS.map(read).join(', ')} from numbered),
    numbers as materialized (select array_agg(id order by place) as ids from numbered),
    answered as (insert into ${table('response')} (call_id, body)
      select coalesce((select ids from numbers)[(j->>3)::integer],
          (select c.id from ${table('call')} c where c.reference = j->>0)),
        substr($10::bytea, (j->>1)::integer, (j->>2)::integer) from ${rows(9)}),
    wallets as (update ${table('wallet')} w set ${assignments(WALLET_COLUMNS, 2)} from ${rows(1)}
      where w.account_id = j->>0 and w.environment = j->>1),
    windows as (insert into ${table('key_window')} (key_id, windows) select j->>0, j->>1 from ${rows(2)} where true
      on conflict (key_id) do update set windows = excluded.windows),
    entries as (${add(named, 'ledger_entry', 6)}),
    logged as (${add(named, 'usage', 7)})
    ${add(named, 'consent', 8)}`
}

/** Writes what few batches have. Parameters: inputs, credits, events, jobs, records, keys of records, counters. */
export const extrasSql = (named: Named): string => {
  const { table } = named
  return `with inputs as (insert into ${table('call_input')} (call_id, input)
      select c.id, decode(j->>1, 'hex') from ${rows(1)} join ${table('call')} c on c.reference = j->>0),
    credits as (${add(named, 'credit', 2)}),
    events as (${add(named, 'outbox', 3)}),
    jobs as (${add(named, 'job', 4)}),
    counted as (${add(named, 'counter', 7)} on conflict (account_id, environment, name, period) do update set
      value = ${table('counter')}.value + excluded.value),
    records as (${add(named, 'record', 5)} on conflict (account_id, environment, collection, id) do update set
      state = excluded.state, version = excluded.version, value = excluded.value,
      keep_until = excluded.keep_until, updated_at = excluded.updated_at,
      created_at = case when excluded.version = 1 then excluded.created_at else ${table('record')}.created_at end),
    dropped as (delete from ${table('record_key')} k using ${rows(5)}
      where k.account_id = j->>1 and k.environment = j->>2 and k.collection = j->>0 and k.record_id = j->>3
        and not exists (select 1 from jsonb_array_elements($6::jsonb) n
          where n->>0 = k.account_id and n->>1 = k.environment and n->>2 = k.collection and n->>3 = k.name
            and n->>4 = k.hash and n->>5 = k.record_id))
    ${add(named, 'record_key', 6)} on conflict do nothing`
}
