import { type AccountBrand, type Brands, type Clock, checkBrand, type Ids, requireOpen } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { requireAccount } from '../account-tree/read-accounts.ts'
import { appendAudit } from '../audit/append-audit.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'

/** What brands are made from. */
export interface BrandsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
}

const BrandRow = z
  .object({
    ...{ account_id: z.string(), host: z.string(), name: z.string() },
    ...{ support_email: z.string().nullable(), colour: z.string().nullable() },
  })
  .transform(
    ({ account_id, support_email, ...rest }): AccountBrand => ({
      ...rest,
      accountId: account_id,
      supportEmail: support_email,
    }),
  )

/**
 * Brands of accounts on a database. What plans permit is not known here.
 *
 * @example
 * const brands = createBrands({ database, clock, ids })
 * const shown = await brands.all()
 */
export function createBrands({ database, clock, ids }: BrandsOptions): Brands {
  const { knex, table } = database

  async function find(from: Knex, accountId: string): Promise<AccountBrand | null> {
    const row: unknown = await from(table('account_brand')).where({ account_id: accountId }).first()
    return row === undefined ? null : BrandRow.parse(row)
  }
  async function audit(transaction: Knex.Transaction, { accountId, ...change }: BrandChange): Promise<void> {
    const [before, after] = [change.before && shown(change.before), change.after && shown(change.after)]
    const about = { subject: `account/${accountId}`, accountId, actor: change.actor }
    const action = change.after ? 'account.brand.set' : 'account.brand.clear'
    await appendAudit(transaction, database, { ...about, id: ids.next(), at: clock.now(), action, before, after })
  }
  return {
    async set(given, actor) {
      const brand = checkBrand(given)
      const { accountId, host, name, supportEmail, colour } = brand
      await database.write(async (transaction) => {
        await setAlone(transaction, database)
        requireOpen(await requireAccount(transaction, database, accountId))
        const other: unknown = await transaction(table('account_brand'))
          .where({ host })
          .whereNot({ account_id: accountId })
          .first('host')
        if (other !== undefined) throw storeErrors.error('BRAND_HOST_TAKEN', { host })
        const before = await find(transaction, accountId)
        await transaction(table('account_brand'))
          .insert({
            ...{ account_id: accountId, host, name, support_email: supportEmail, colour },
            updated_at: clock.now().getTime(),
          })
          .onConflict('account_id')
          .merge()
        await audit(transaction, { accountId, actor, before, after: brand })
      })
      return brand
    },
    clear: (accountId, actor) =>
      database.write(async (transaction) => {
        await setAlone(transaction, database)
        await requireAccount(transaction, database, accountId)
        const before = await find(transaction, accountId)
        if (!before) return null
        await transaction(table('account_brand')).where({ account_id: accountId }).delete()
        await audit(transaction, { accountId, actor, before, after: null })
        return before
      }),
    async get(accountId) {
      const found = await find(knex, accountId)
      if (!found) await requireAccount(knex, database, accountId)
      return found
    },
    async all() {
      const rows: unknown = await knex({ brand: table('account_brand') })
        .join({ account: table('account') }, 'account.id', 'brand.account_id')
        .whereNot('account.status', 'closed')
        .orderBy('brand.host')
        .select('brand.*')
      return z.array(BrandRow).parse(rows)
    },
  }
}

interface BrandChange {
  readonly accountId: string
  readonly actor: string
  readonly before: AccountBrand | null
  readonly after: AccountBrand | null
}

const shown = ({ host, name, supportEmail, colour }: AccountBrand) => ({
  ...{ host, name, support_email: supportEmail, colour },
})

/** Two accounts could each find a host free, and take it together. On SQLite the transaction has the write lock already. */
async function setAlone(transaction: Knex.Transaction, { dialect, table }: Database): Promise<void> {
  if (dialect === 'pg') await transaction.raw('select pg_advisory_xact_lock(hashtext(?))', [table('account_brand')])
}
