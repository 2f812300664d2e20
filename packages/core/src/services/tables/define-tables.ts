import { Token } from '../../token.ts'
import type { TableHandle } from './sql.ts'
import type { TableMigration, TableSet } from './table-set.ts'
import type { TableAccess } from './table-store.ts'

/** A plugin's own tables. Needed as a token, it gives access to them: `needs: { tables: referralTables }`. */
export class Tables<N extends string = string> extends Token<TableAccess> implements TableSet {
  readonly t: Readonly<Record<N, TableHandle>>
  constructor(
    readonly namespace: string,
    readonly names: readonly N[],
    readonly migrations: readonly TableMigration[],
  ) {
    super(`tables.${namespace}`)
    const handles = names.map((name): [string, TableHandle] => [name, { kind: 'table', namespace, name }])
    this.t = Object.fromEntries(handles) as Readonly<Record<N, TableHandle>>
  }
}

/**
 * Declares the tables of a plugin: `<prefix><plugin>_<table>`, with migrations of their own in the one history, as `<plugin>/<id>`.
 *
 * @param namespace The plugin's id.
 * @example
 * export const referralTables = defineTables('referrals', {
 *   tables: ['referral'],
 *   migrations: [{
 *     id: '0001-baseline',
 *     up: ({ t, account, index }) => [
 *       sql`create table ${t.referral} (id text primary key, account_id text not null references ${account} (id), reward bigint not null)`,
 *       sql`create index ${index('of_account')} on ${t.referral} (account_id)`,
 *     ],
 *   }],
 * })
 */
export const defineTables = <const N extends string>(
  namespace: string,
  { tables, migrations }: { readonly tables: readonly N[]; readonly migrations: readonly TableMigration<NoInfer<N>>[] },
): Tables<N> => new Tables(namespace, tables, migrations as readonly TableMigration[])

/** Whether a token gives access to tables, of any copy of core. */
export const isTables = (token: Token<unknown>): token is Tables =>
  token.id.startsWith('tables.') && 'namespace' in token
