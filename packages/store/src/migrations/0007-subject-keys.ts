import { partialIndex, type SchemaTarget } from '../connection/schema-target.ts'

/**
 * The subject key that made the hash of a person; null: a pepper did. The index tells which keys rows are under without reading them: it is empty
 * at first, so the change is short also where there are many rows.
 */
export const subjectKeys0007 = {
  name: '0007-subject-keys',
  async up(target: SchemaTarget): Promise<void> {
    const { knex, named } = target
    await knex.schema.alterTable(named('consent'), (table) => {
      table.text('subject_key').nullable()
    })
    const where = 'subject_key is not null'
    await partialIndex(target, 'consent_subject_key', { on: 'consent', columns: 'subject_key', where })
  },
}
