import type { SchemaTarget } from '../connection/schema-target.ts'

/** Whether accounts above may issue the keys of an account, and which of them issued a key. */
export const keysFromAbove0008 = {
  name: '0008-keys-from-above',
  async up({ knex, named }: SchemaTarget): Promise<void> {
    await knex.raw(`alter table ${named('account')} add column keys_from_above integer not null default 0`)
    await knex.raw(`alter table ${named('api_key')} add column issued_by text`)
  },
}
