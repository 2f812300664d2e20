import { partialIndex, type SchemaTarget } from '../connection/schema-target.ts'
import { LISTED_CONSENTS } from '../subjects/listed-consents.ts'

/** When a consent ends, as far as it was known at the call; and indexes of the consents that calls were made under, by time, account and reference. */
export const consentsListed0010 = {
  name: '0010-consents-listed',
  async up(target: SchemaTarget): Promise<void> {
    const { knex, named, dialect } = target
    await knex.raw(`alter table ${named('consent')} add column expires_at bigint`)
    // An index of SQLite ends with the row's id by itself.
    const last = dialect === 'pg' ? 'at, id' : 'at'
    const indexes = {
      consent_by_time: last,
      consent_of_account: `account_id, ${last}`,
      consent_by_artefact: `artefact, ${last}`,
    }
    for (const [name, columns] of Object.entries(indexes))
      await partialIndex(target, name, { on: 'consent', columns, where: LISTED_CONSENTS })
  },
}
