import type { SchemaTarget } from '../connection/schema-target.ts'

/** Indexes of whom a call was about, by its reference, and of what somebody did, by actor and by action: a breach export reads them (decision 0123). */
export const breachExports0011 = {
  name: '0011-breach-exports',
  async up({ knex, named }: SchemaTarget): Promise<void> {
    await knex.raw(`create index ${named('consent_of_call')} on ${named('consent')} (reference)`)
    await knex.raw(`create index ${named('audit_of_actor')} on ${named('audit')} (actor, id)`)
    await knex.raw(`create index ${named('audit_of_action')} on ${named('audit')} (action, id)`)
  },
}
