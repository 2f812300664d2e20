import { partialIndex, type SchemaTarget } from '../connection/schema-target.ts'

/** The person of a console who made a credential of the admin API: it ends with that person's role. */
export const personOfToken0004 = {
  name: '0004-person-of-token',
  async up(target: SchemaTarget): Promise<void> {
    const { knex, named } = target
    await knex.raw(`alter table ${named('admin_token')} add column person_id text`)
    await partialIndex(target, 'admin_token_of_person', {
      ...{ on: 'admin_token', columns: 'person_id', where: 'person_id is not null' },
    })
    await knex.raw(
      `create index ${named('admin_token_of_account')} on ${named('admin_token')} (account_id, created_at)`,
    )
  },
}
