import type { SchemaTarget } from '../connection/schema-target.ts'

/**
 * Whether an account has an owner, and whether it has decided on keys and people from above (decision 0132). Accounts that exist
 * already have decided on their keys, so an upgrade gives no account above a right to them.
 */
export const ownersAndDelegations0013 = {
  name: '0013-owners-and-delegations',
  async up({ knex, named }: SchemaTarget): Promise<void> {
    const account = named('account')
    await knex.raw(`alter table ${account} add column has_owner integer not null default 0`)
    await knex.raw(`alter table ${account} add column keys_undecided integer not null default 0`)
    await knex.raw(`alter table ${account} add column people_from_above integer`)
  },
}
