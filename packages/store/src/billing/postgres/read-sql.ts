import type { Database } from '../../connection/database.ts'
import { rowFields } from '../batch/batch-state.ts'
import { FOOTPRINT } from '../batch/footprint.ts'

type Named = Pick<Database, 'table'>

const OF_BATCH = '(w.account_id, w.environment) in (select j->>0, j->>1 from jsonb_array_elements($1::jsonb) j)'

/**
 * Locks the wallets of a batch, in their order. `for no key update` permits foreign keys of other transactions. The lane's row is locked with
 * them, and its mark is told: the number of the last batch that was committed (decision 0013). A try that is still being committed has locked
 * that row, so this statement waits for it. Parameters: wallets, lane, time.
 */
export const lockSql = ({ table }: Named): string =>
  `with lane as (insert into ${table('batch_mark')} as m (lane, batch, at) values ($2, 0, $3::bigint)
      on conflict (lane) do update set at = excluded.at returning m.batch),
    locked as (select 1 from ${table('wallet')} w where ${OF_BATCH}
      order by w.account_id, w.environment for no key update)
  select (select batch from lane)::text as mark, (select count(*) from locked)::integer as locked`

/**
 * Finds the wallets of a batch that another transaction holds locked, without waiting. Run in a transaction that is rolled back. Parameter:
 * wallets.
 */
export const lockedSql = ({ table }: Named): string =>
  `with free as materialized (select w.account_id, w.environment from ${table('wallet')} w where ${OF_BATCH}
      order by w.account_id, w.environment for no key update skip locked)
  select w.account_id, w.environment from ${table('wallet')} w where ${OF_BATCH}
      and not exists (select from free f where f.account_id = w.account_id and f.environment = w.environment)`

/** Reads the whole state of a batch as one JSON. Parameters: `FOOTPRINT`. */
export function readSql({ table }: Named): string {
  const parameter = (name: (typeof FOOTPRINT)[number]): string => `$${FOOTPRINT.indexOf(name) + 1}`
  const rows = (name: (typeof FOOTPRINT)[number]): string => `jsonb_array_elements(${parameter(name)}::jsonb) j`
  const texts = (name: (typeof FOOTPRINT)[number]): string => `jsonb_array_elements_text(${parameter(name)}::jsonb)`
  const fields = rowFields((column) => `${column}::json`)
  const list = (kind: keyof typeof fields, from: string): string =>
    `(select coalesce(json_agg(json_build_object(${fields[kind]})), '[]'::json) from ${from})`
  const ofWallet = (alias: string): string => `${alias}.account_id = j->>0 and ${alias}.environment = j->>1`
  return `select json_build_object(
    'wallets', ${list('wallet', `${rows('wallets')} join ${table('wallet')} w on ${ofWallet('w')}`)},
    'keys', ${list(
      'key',
      `${table('api_key')} k join ${table('account')} a on a.id = k.account_id
        left join ${table('key_window')} i on i.key_id = k.id where k.id in (select ${texts('keys')})`,
    )},
    'claims', ${list('call', `${rows('claims')} join ${table('call')} c on ${ofWallet('c')} and c.claim = j->>2`)},
    'uniqueKeys', ${list(
      'call',
      `${rows('uniqueKeys')} join ${table('call')} c on ${ofWallet('c')} and c.unique_key = j->>2`,
    )},
    'calls', ${list('call', `${table('call')} c where c.reference in (select ${texts('calls')})`)},
    'credits', ${list(
      'credit',
      `${rows('credits')} join ${table('credit')} p on ${ofWallet('p')} and p.reference = j->>2`,
    )},
    'records', ${list(
      'record',
      `${rows('records')} join ${table('record')} r on ${ofWallet('r')} and r.collection = j->>2 and r.id = j->>3
        and (r.keep_until is null or r.keep_until > ${parameter('at')}::bigint)`,
    )},
    'counters', ${list(
      'counter',
      `${rows('counters')} join ${table('counter')} n on ${ofWallet('n')} and n.name = j->>2 and n.period = j->>3`,
    )}
  ) as state`
}
