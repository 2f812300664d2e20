import { counterOf } from '@parakh/core'
import type { LedgerParty, MemoryTables } from '@parakh/testkit'
import { COLUMNS as WRITTEN } from '../src/billing/batch/tables.ts'
import type { Database } from '../src/connection/database.ts'
import { packWindows } from '../src/keys/key-windows.ts'

/** Rows by table, each as a line of text, sorted: the same whatever order they were written in. */
export type LedgerRows = Readonly<Record<string, readonly string[]>>
type Row = Readonly<Record<string, unknown>>

const lines = (rows: readonly Row[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort()
const hex = (value: unknown): unknown => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)

/** Writes the accounts, wallets and keys of a run as they are when nothing was done to them. */
export async function insertParties({ knex, table }: Database, parties: readonly LedgerParty[]): Promise<void> {
  const [accounts, wallets] = [new Map<string, Row>(), new Map<string, Row>()]
  for (const { account, key } of parties) {
    const { id, name, role, status, kyc } = account
    accounts.set(id, { id, name, role, status, kyc, parent_id: null, created_at: 0 })
    wallets.set(`${id}/${key.environment}`, { account_id: id, environment: key.environment })
  }
  await knex(table('account')).insert([...accounts.values()])
  await knex(table('wallet')).insert([...wallets.values()])
  await knex(table('api_key')).insert(
    parties.map(({ key }) => ({
      ...{ id: key.id, account_id: key.accountId, environment: key.environment, public_id: key.id, label: '' },
      ...{ status: 'active', version: key.version, secret_hash: key.id, pepper_id: 'p', restrictions: '{}' },
      created_at: 0,
    })),
  )
}

/** The columns that are compared, by table; of a call all are. */
const COLUMNS = {
  wallet:
    'account_id environment posted# held# owed# version# requests_day requests_today# requests_total# event_sequence#',
  ledger_entry:
    'transaction_id kind ledger_account environment amount# previous# balance# version# actor request_id price_version reason at#',
  credit: 'account_id environment reference amount#',
  usage: 'account_id environment key_id reference request_id endpoint status# outcome code latency_ms# charged# ip at#',
  consent: 'account_id environment reference subject subject_key purpose notice artefact ip at# expires_at#',
  outbox: 'id type account_id environment sequence# data at#',
  job: 'id name payload account_id environment run_at# attempts#',
  record: 'collection account_id environment id state version# value',
  record_key: 'collection account_id environment record_id name',
  counter: 'account_id environment name period value#',
} as const
type TableName = keyof typeof COLUMNS

/** Reads what a run has written to a database: the rows of its accounts, and the postings whose ids have its prefix. */
export async function rowsOfDatabase(
  { knex, table }: Database,
  { prefix, parties }: { readonly prefix: string; readonly parties: readonly LedgerParty[] },
): Promise<LedgerRows> {
  const accounts = [...new Set(parties.map(({ account }) => account.id))]
  const found: Record<string, readonly string[]> = {}
  for (const [name, columns] of Object.entries(COLUMNS)) {
    const query = knex(table(name)).select(columns.replaceAll('#', '').split(' '))
    if (name === 'counter') query.whereNot('value', 0)
    if (name === 'ledger_entry') query.whereLike('transaction_id', `${prefix}%`)
    else query.whereIn('account_id', accounts)
    found[name] = lines(((await query) as readonly Row[]).map((row) => pick(row, columns)))
  }
  const calls: readonly Row[] = await knex({ c: table('call') })
    .leftJoin({ r: table('response') }, 'r.call_id', 'c.id')
    .leftJoin({ i: table('call_input') }, 'i.call_id', 'c.id')
    .whereIn('c.account_id', accounts)
    .select('c.*', 'r.body', 'i.input')
  const ofCall = WRITTEN.call.map(({ name, type }) => (type === 'number' ? `${name}#` : name)).join(' ')
  found['call'] = lines(
    calls.map((row) => ({ ...pick(row, ofCall), body: hex(row['body']), input: hex(row['input']) })),
  )
  const keys = parties.map(({ key }) => key.id)
  const windows: readonly Row[] = await knex(table('key_window')).whereIn('key_id', keys).select('key_id', 'windows')
  found['key_window'] = lines(windows.map((row) => pick(row, 'key_id windows')))
  return found
}

/** One row with its columns in order: numbers as numbers, sealed text as hexadecimal. */
function pick(row: Row, columns: string): Row {
  const picked: Record<string, unknown> = {}
  for (const word of columns.split(' ')) {
    const name = word.replace('#', '')
    const value = row[name]
    picked[name] = word.endsWith('#') && value !== null ? Number(value) : hex(value)
  }
  return picked
}

/** The same of a run in memory. */
export function rowsOfMemory(tables: MemoryTables): LedgerRows {
  const rows: Record<TableName, readonly object[]> = {
    wallet: [...tables.wallets.values()],
    ledger_entry: tables.entries.map(({ transaction, ...entry }) => ({ ...entry, transactionId: transaction })),
    credit: [...tables.credits].map(([key, amount]) => {
      const [accountId, environment, reference] = key.split('/')
      return { accountId, environment, reference, amount }
    }),
    usage: tables.usage,
    consent: tables.consents,
    outbox: tables.events.map((event) => ({ ...event, data: JSON.stringify(event.data) })),
    job: [...tables.jobs.values()].map(({ job, accountId, environment }) => ({ ...job, accountId, environment })),
    counter: [...tables.counters].map(([key, value]) => {
      const [accountId, environment, text = ''] = key.split('/')
      return { accountId, environment, ...counterOf(text), value }
    }),
    record: [...tables.records.values()].map(({ row, ...record }) => ({ ...record, ...row, ...ownerOf(record.scope) })),
    record_key: [...tables.records.values()].flatMap(({ row, collection, keys, scope }) =>
      keys.map(({ name }) => ({ collection, name, recordId: row.id, ...ownerOf(scope) })),
    ),
  }
  const found: Record<string, readonly string[]> = {}
  for (const [name, columns] of Object.entries(COLUMNS) as [TableName, string][])
    found[name] = lines(rows[name].map((row) => pick(snakeCased(row), columns)))
  found['call'] = lines(
    [...tables.calls.values()].map((call) => ({
      ...Object.fromEntries(WRITTEN.call.map((column) => [column.name, column.pack(call)])),
      body: hex(tables.responses.get(call.reference) ?? null),
      input: tables.inputs.get(call.reference) ?? null,
    })),
  )
  found['key_window'] = lines(
    [...tables.windows].map(([id, windows]) => ({ key_id: id, windows: packWindows(windows) })),
  )
  return found
}

const ownerOf = (scope: string) => {
  const [accountId, environment] = scope.split('/')
  return { accountId, environment }
}
const snakeCased = (row: object): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  )
