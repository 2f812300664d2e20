import type { SchemaTarget } from '../connection/schema-target.ts'

/**
 * Erasures of people: proof that, when and by whom, without saying of whom. `hash` is SHA-256 over `salt` and the keyed hash of the person, so that
 * only who is given the identifier, and has its subject key, finds the row again.
 */
export const erasures0009 = {
  name: '0009-erasures',
  async up({ knex, named }: SchemaTarget): Promise<void> {
    await knex.schema.createTable(named('erasure'), (table) => {
      table.text('id').notNullable().primary()
      table.text('actor').notNullable()
      table.text('salt').notNullable()
      table.text('hash').notNullable()
      table.bigInteger('calls').notNullable()
      table.bigInteger('at').notNullable()
    })
  },
}
