import { foldedSql } from '../account-tree/folded.ts'
import type { SchemaTarget } from '../connection/schema-target.ts'

/** Indexes of accounts by name, by id and by when they were opened: pages of accounts are read by them. */
export const accountSearch0005 = {
  name: '0005-account-search',
  async up({ knex, named, dialect }: SchemaTarget): Promise<void> {
    const account = named('account')
    const [name, id] = [foldedSql(dialect, 'name'), foldedSql(dialect, 'id')]
    await knex.raw(`create index ${named('account_by_name')} on ${account} ((${name}), (${id}))`)
    await knex.raw(`create index ${named('account_by_id')} on ${account} ((${id}))`)
    await knex.raw(`create index ${named('account_by_opening')} on ${account} (created_at, id)`)
  },
}
