import {
  type ConfigurationFault,
  definePlugin,
  defineStatements,
  defineTables,
  isParakhError,
  type Placeholder,
  type Plugin,
  platformTables,
  type Sql,
  type StatementParts,
  service,
  sql,
  type TableHandle,
  type TableMigration,
  token,
} from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const baseline: TableMigration = {
  id: '0001-baseline',
  up: ({ t }) => [sql`create table ${t['shelf'] as TableHandle} (id text)`],
}
const tablesOf = (migrations: readonly TableMigration[] = [baseline], names: readonly string[] = ['shelf', 'book']) =>
  defineTables('library', { tables: names, migrations })
const others = defineTables('archive', { tables: ['box'], migrations: [baseline] })
const { account, wallet } = platformTables

/** What composing a host with these plugins finds. */
async function faultsOf(...plugins: readonly Plugin[]): Promise<readonly ConfigurationFault[]> {
  const error: unknown = await createTestHost({ plugins }).then(
    ({ host }) => host.stop(),
    (thrown: unknown) => thrown,
  )
  return isParakhError(error) ? error.faults : []
}
const plugin = (tables: ReturnType<typeof tablesOf>, definition: object = {}): Plugin =>
  definePlugin({ id: 'library', contract: 1, tables, ...definition })()

const params = z.object({
  id: z.string(),
  state: z.string().nullish(),
  ids: z.array(z.string()),
  rows: z.array(z.object({ id: z.string() })),
})
type P = Readonly<Record<keyof z.output<typeof params>, Placeholder>>
interface Written extends StatementParts {
  readonly p: P
  readonly t: Readonly<Record<string, TableHandle>>
  readonly shelf: TableHandle
  readonly book: TableHandle
}
const row = z.object({ id: z.string() })

/** The faults of a statement, without those of the store. */
async function told(kind: 'read' | 'write' | 'returning', text: (given: Written) => Sql): Promise<readonly string[]> {
  const tables = tablesOf()
  const statements = defineStatements(tables, ({ t, read, write }) => {
    const given = (p: P, parts: StatementParts) => {
      const { shelf, book } = t as { readonly shelf: TableHandle; readonly book: TableHandle }
      return text({ ...parts, p, t, shelf, book })
    }
    if (kind === 'read') return { tried: read({ params, row, sql: given }) }
    return { tried: write({ params, sql: given, ...(kind === 'returning' ? { row } : {}) }) }
  })
  const faults = await faultsOf(plugin(tables, { statements: [statements] }))
  expect(
    faults.filter(({ code }) => code === 'STATEMENT_INVALID').every(({ path }) => path === 'plugins.library'),
  ).toBe(true)
  return faults.filter(({ code }) => code !== 'TABLES_NOT_SUPPORTED').map(({ message }) => message)
}

describe('the statements of a plugin', () => {
  it.each<readonly ['read' | 'write' | 'returning', (given: Written) => Sql]>([
    [
      'read',
      ({ shelf, p }) => sql`select id from ${shelf} where id = ${p.id} and state is distinct from 'a; -- from b'`,
    ],
    [
      'read',
      ({ shelf, book }) =>
        sql`select s.id from ${shelf} s, ${book} b left join ${account} a on (a.id = b.id), ${wallet} where true`,
    ],
    [
      'read',
      ({ shelf, p, when }) =>
        sql`select id from ${shelf} where id in (${p.ids}) ${when(p.state, sql`and id > ${p.state}`, sql`and id < 'x'`)}`,
    ],
    [
      'read',
      ({ shelf }) =>
        sql`with recursive down (id) as (select id from ${shelf} union all select s.id from ${shelf} s join down on down.id = s.id) select id from down`,
    ],
    [
      'read',
      ({ shelf }) =>
        sql`select extract(epoch from now()) as id, count(*) from (select id from ${shelf}) x, (${shelf} a join ${shelf} b using (id)) where exists (select 1 from ${shelf})`,
    ],
    [
      'read',
      ({ p, shelf, forUpdate }) =>
        sql`select id from ${shelf}, lateral json_each(${p.id}) j order by id, 2 limit 5 ${forUpdate}`,
    ],
    [
      'write',
      ({ shelf, p }) =>
        sql`insert into ${shelf} (id) select id from ${account} where id = ${p.id} on conflict (id) do update set id = excluded.id, x = 1`,
    ],
    ['write', ({ shelf, book }) => sql`update ${shelf} set id = b.id from ${book} b where b.id = ${shelf}.id`],
    [
      'write',
      ({ shelf, p, each }) => sql`insert into ${shelf} (id) values ${each(p.rows, ['id'])} on conflict do nothing`,
    ],
    [
      'write',
      ({ shelf, dialect }) =>
        dialect === 'pg' ? sql`delete from ${shelf} using ${account} a where a.id = x` : sql`delete from ${shelf}`,
    ],
    [
      'write',
      ({ shelf, book }) =>
        sql`merge into ${shelf} s using ${book} b on s.id = b.id when matched then update set id = 'x' when not matched then insert (id) values ('y')`,
    ],
    ['write', ({ shelf }) => sql`insert or replace into ${shelf} (id) values ('a')`],
    [
      'returning',
      ({ shelf }) =>
        sql`with old as (delete from ${shelf} returning id) update ${shelf} set id = 'a' where id in (select id from old) returning id`,
    ],
  ])('are taken as they should be: %s %#', async (kind, text) => {
    expect(await told(kind, text)).toEqual([])
  })

  it.each<readonly [string, 'read' | 'write' | 'returning', (given: Written) => Sql]>([
    ['parakh_account where a table stands', 'read', () => sql`select id from parakh_account`],
    ['parakh_account where a table stands', 'read', ({ shelf }) => sql`select a.id from ${shelf} a, parakh_account b`],
    [
      'parakh_account where a table stands',
      'read',
      ({ shelf }) => sql`select a.id from ${shelf} a join parakh_account b on true`,
    ],
    [
      'parakh_key where a table stands',
      'read',
      ({ shelf }) => sql`select id from ${shelf} where id in (select id from parakh_key)`,
    ],
    [
      'parakh_key where a table stands',
      'read',
      ({ shelf }) => sql`select id from (${shelf} join parakh_key k on true)`,
    ],
    ['"parakh_key" where a table stands', 'read', () => sql`select id from "parakh_key"`],
    ['a value where a table stands', 'read', ({ p }) => sql`select id from ${p.id}`],
    ['archive.box, a table of another plugin', 'read', () => sql`select id from ${others.t.box}`],
    ['a read and begins with update', 'read', ({ shelf }) => sql`update ${shelf} set id = 'a'`],
    ['is a read', 'read', ({ shelf }) => sql`with x as (delete from ${shelf} returning id) select id from x`],
    ['selects into a table', 'read', ({ shelf }) => sql`select id into copied from ${shelf}`],
    ['has a semicolon', 'read', ({ shelf }) => sql`select id from ${shelf}; select 1`],
    ['has a comment', 'read', ({ shelf }) => sql`select id from ${shelf} -- x`],
    ['is not closed before', 'read', ({ shelf, p }) => sql`select id from ${shelf} where id = '${p.id}'`],
    ['a list stands outside', 'read', ({ shelf, p }) => sql`select id from ${shelf} where id = ${p.ids}`],
    [
      'is not a parameter of the statement',
      'read',
      ({ shelf, p }) =>
        sql`select id from ${shelf} where id = ${(p as Readonly<Record<string, Placeholder>>)['other'] as Placeholder}`,
    ],
    ['is a list of objects', 'read', ({ shelf, p }) => sql`select id from ${shelf} where id = ${p.rows}`],
    ['writes to platform.wallet', 'write', () => sql`update ${wallet} set posted = 1`],
    [
      'writes to platform.account',
      'returning',
      ({ shelf }) =>
        sql`with x as (insert into ${account} (id) values ('a') returning id) update ${shelf} set id = 'a' returning id`,
    ],
    [
      'writes to platform.account',
      'write',
      ({ shelf }) => sql`with x as (select 1) delete from ${account} using ${shelf} where true`,
    ],
    [
      'writes to platform.account',
      'write',
      ({ shelf }) => sql`merge into ${account} a using ${shelf} s on true when matched then delete`,
    ],
    ['writes to parakh_wallet', 'write', () => sql`update parakh_wallet set posted = 1`],
    ['writes to parakh_wallet', 'write', () => sql`insert into parakh_wallet (posted) values (1)`],
    ['where a table stands', 'write', ({ shelf }) => sql`delete from ${shelf} using parakh_key where true`],
    ['writes to no table', 'write', ({ shelf }) => sql`select id from ${shelf}`],
    ['writes to no table', 'write', () => sql`drop index x`],
    ['it gives rows', 'write', ({ shelf }) => sql`delete from ${shelf} returning id`],
    ['has a row and gives none', 'returning', ({ shelf }) => sql`delete from ${shelf}`],
    [
      'each(…) twice',
      'write',
      ({ shelf, p, each }) => sql`insert into ${shelf} (id) values ${each(p.rows, ['id'])}, ${each(p.rows, ['id'])}`,
    ],
    ['has a ( that is not closed', 'read', ({ shelf }) => sql`select id from ${shelf} where (true`],
  ])('are refused: %s (%s, %#)', async (part, kind, text) => {
    const messages = await told(kind, text)
    expect(messages).toHaveLength(2)
    expect(messages[0]).toContain('The statement "tried" of the plugin "library" is refused on sqlite3: ')
    for (const message of messages) expect(message).toContain(part)
  })

  it('are refused on the one database where they are wrong', async () => {
    const text = ({ dialect, shelf }: Written) =>
      dialect === 'pg' ? sql`select id from other` : sql`select id from ${shelf}`
    expect(await told('read', text)).toEqual([expect.stringContaining('is refused on pg')])
  })
})

describe('the tables of a plugin', () => {
  const messages = async (...plugins: readonly Plugin[]) => (await faultsOf(...plugins)).map(({ message }) => message)

  it('are refused by a store that keeps none, each plugin by its name', async () => {
    const second = definePlugin({ id: 'archive', contract: 1, tables: others })()
    const faults = await faultsOf(plugin(tablesOf()), second)
    // The second one has a migration that names a table which it does not have.
    expect(faults.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'TABLES_INVALID plugins.archive',
      'TABLES_INVALID plugins.archive',
    ])
    const alone = await faultsOf(plugin(tablesOf()))
    expect(alone).toMatchObject([{ code: 'TABLES_NOT_SUPPORTED', path: 'plugins.library' }])
  })

  it('have their own plugin, names that both databases take, and migrations in order', async () => {
    const again = { ...baseline, id: '0000-before' } as const
    expect(await messages(plugin(tablesOf([])))).toEqual([expect.stringContaining('no migration creates them')])
    expect(await messages(plugin(tablesOf([baseline, again])))).toEqual([expect.stringContaining('ascending order')])
    expect(await messages(plugin(tablesOf([baseline], ['shelf', 'Book'])))).toEqual([expect.stringContaining('"Book"')])
    const other = definePlugin({ id: 'reader', contract: 1, tables: tablesOf() })()
    expect(await messages(other)).toEqual([expect.stringContaining("Allowed: defineTables('reader', …)")])
  })

  it('are not given to another plugin', async () => {
    const tables = tablesOf()
    const reader = definePlugin({
      ...{ id: 'reader', contract: 1 },
      services: [service(token<number>('reader.count'), { tables }, () => 1)],
    })()
    expect(await messages(plugin(tables), reader)).toEqual([expect.stringContaining('needs the tables of "library"')])
  })
})
