import type { Database } from '../../connection/database.ts'
import { CALL_COLUMNS } from '../batch/call-columns.ts'

const field = (index: number): string => `j.value->>${index}`
const callJson = `json_array(${CALL_COLUMNS.map(([name]) => `c.${name}`).join(', ')})`

/**
 * One statement that reads the whole state of a batch as one JSON text: one hop between threads. Its parameters are the lists
 * of a footprint as JSON: wallets, keys, claims, calls, credits, records; its time; counters; unique keys. `cross join` keeps the lists outermost.
 */
export function sqliteReadSql({ table }: Pick<Database, 'table'>): string {
  const list = (parameter: number): string => `jsonb_each(?${parameter}) j`
  const rows = (json: string, from: string): string => `(select json_group_array(${json}) from ${from})`
  const ofWallet = (alias: string): string => `${alias}.account_id = ${field(0)} and ${alias}.environment = ${field(1)}`
  return `select json_object(
    'dataVersion', (select data_version from pragma_data_version),
    'wallets', ${rows(
      `json_array(w.account_id, w.environment, w.posted, w.held, w.version, w.requests_day, w.requests_today,
        w.requests_total, w.event_sequence, w.owed, w.alert, json(w.calls))`,
      `${list(1)} cross join ${table('wallet')} w on ${ofWallet('w')}`,
    )},
    'keys', ${rows(
      `json_array(k.id, k.status, k.version + a.version, k.expires_at, a.status, json(i.windows))`,
      `${list(2)} cross join ${table('api_key')} k on k.id = j.value
        cross join ${table('account')} a on a.id = k.account_id
        left join ${table('key_window')} i on i.key_id = k.id`,
    )},
    'claims', ${rows(callJson, `${list(3)} cross join ${table('call')} c on ${ofWallet('c')} and c.claim = ${field(2)}`)},
    'uniqueKeys', ${rows(
      callJson,
      `${list(9)} cross join ${table('call')} c on ${ofWallet('c')} and c.unique_key = ${field(2)}`,
    )},
    'calls', ${rows(callJson, `${list(4)} cross join ${table('call')} c on c.reference = j.value`)},
    'credits', ${rows(
      'json_array(p.account_id, p.environment, p.reference, p.amount)',
      `${list(5)} cross join ${table('credit')} p on ${ofWallet('p')} and p.reference = ${field(2)}`,
    )},
    'records', ${rows(
      'json_array(r.account_id, r.environment, r.collection, r.id, r.version)',
      `${list(6)} cross join ${table('record')} r
        on ${ofWallet('r')} and r.collection = ${field(2)} and r.id = ${field(3)}
          and (r.keep_until is null or r.keep_until > ?7)`,
    )},
    'counters', ${rows(
      'json_array(n.account_id, n.environment, n.name, n.period, n.value)',
      `${list(8)} cross join ${table('counter')} n
        on ${ofWallet('n')} and n.name = ${field(2)} and n.period = ${field(3)}`,
    )}
  ) as state`
}
