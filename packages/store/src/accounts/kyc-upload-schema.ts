import { partialIndex, type SchemaTarget } from '../connection/schema-target.ts'

/**
 * Files of KYC documents. `name` and `bytes` are encrypted. `state_since`: of a file that no decision waits for, since when nobody needs it.
 */
export async function createKycUploadTable(target: SchemaTarget): Promise<void> {
  const { knex, named } = target
  await knex.schema.createTable(named('kyc_upload'), (table) => {
    table.text('id').notNullable().primary()
    table.text('account_id').notNullable().references('id').inTable(named('account'))
    table.text('kind').notNullable()
    table.text('type').notNullable()
    table.integer('size').notNullable()
    table.text('state').notNullable()
    table.bigInteger('state_since').notNullable()
    table.bigInteger('uploaded_at').notNullable()
    table.binary('name').notNullable()
    table.binary('bytes').notNullable()
    table.index(['account_id', 'id'], named('kyc_upload_of'))
  })
  await partialIndex(target, 'kyc_upload_unneeded', {
    on: 'kyc_upload',
    columns: 'state_since',
    where: "state <> 'submitted'",
  })
}
