import type { Database } from '../../connection/database.ts'
import { rowFields } from '../batch/batch-state.ts'
import { FOOTPRINT } from '../batch/footprint.ts'

const item = (place: number): string => `j.value->>${place}`

/**
 * One statement that reads the whole state of a batch as one JSON text: one hop between threads. Parameters: `FOOTPRINT`. `cross join` keeps
 * the lists outermost.
 */
export function sqliteReadSql({ table }: Pick<Database, 'table'>): string {
  const parameter = (name: (typeof FOOTPRINT)[number]): string => `?${FOOTPRINT.indexOf(name) + 1}`
  const fields = rowFields((column) => `json(${column})`)
  const list = (kind: keyof typeof fields, name: (typeof FOOTPRINT)[number], joined: string): string =>
    `(select json_group_array(json_object(${fields[kind]})) from jsonb_each(${parameter(name)}) j cross join ${joined})`
  const ofWallet = (alias: string): string => `${alias}.account_id = ${item(0)} and ${alias}.environment = ${item(1)}`
  return `select json_object(
    'dataVersion', (select data_version from pragma_data_version),
    'wallets', ${list('wallet', 'wallets', `${table('wallet')} w on ${ofWallet('w')}`)},
    'keys', ${list(
      'key',
      'keys',
      `${table('api_key')} k on k.id = j.value
        cross join ${table('account')} a on a.id = k.account_id
        left join ${table('key_window')} i on i.key_id = k.id`,
    )},
    'claims', ${list('call', 'claims', `${table('call')} c on ${ofWallet('c')} and c.claim = ${item(2)}`)},
    'uniqueKeys', ${list('call', 'uniqueKeys', `${table('call')} c on ${ofWallet('c')} and c.unique_key = ${item(2)}`)},
    'calls', ${list('call', 'calls', `${table('call')} c on c.reference = j.value`)},
    'credits', ${list('credit', 'credits', `${table('credit')} p on ${ofWallet('p')} and p.reference = ${item(2)}`)},
    'records', ${list(
      'record',
      'records',
      `${table('record')} r on ${ofWallet('r')} and r.collection = ${item(2)} and r.id = ${item(3)}
          and (r.keep_until is null or r.keep_until > ${parameter('at')})`,
    )},
    'counters', ${list(
      'counter',
      'counters',
      `${table('counter')} n on ${ofWallet('n')} and n.name = ${item(2)} and n.period = ${item(3)}`,
    )}
  ) as state`
}
