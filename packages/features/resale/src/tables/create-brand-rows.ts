import { type AccountBrand, requireOpen, type Steps, type TableAccess, type TableTransaction } from '@parakh/core'
import type { AccountBrands } from '../contract/account-brands.ts'
import { brandStatements as statements } from './brand-statements.ts'

/**
 * Brands of accounts in the plugin's own table. Who may have one, and what a brand is, is not known here.
 *
 * @example
 * const rows = createBrandRows({ tables })
 * const kept = await rows.all()
 */
export function createBrandRows({ tables }: { readonly tables: TableAccess }): AccountBrands {
  return {
    set: (brand, actor) =>
      tables.transaction(function* (tx) {
        const { accountId, host, name, supportEmail, colour } = brand
        requireOpen(yield* tx.account(accountId))
        const before = yield* tx.first(statements.lock({ account_id: accountId }))
        yield* tx.run(statements.put({ account_id: accountId, host, name, support_email: supportEmail, colour }))
        yield* audit(tx, { accountId, actor, before, after: brand })
        return brand
      }),
    clear: (accountId, actor) =>
      tables.transaction(function* (tx) {
        yield* tx.account(accountId)
        const before = yield* tx.first(statements.lock({ account_id: accountId }))
        if (!before) return null
        yield* tx.run(statements.drop({ account_id: accountId }))
        yield* audit(tx, { accountId, actor, before, after: null })
        return before
      }),
    async get(accountId) {
      const found = await tables.first(statements.ofAccount({ account_id: accountId }))
      // Only to tell one without a brand from one that is unknown.
      if (!found) await tables.transaction((tx) => tx.account(accountId))
      return found
    },
    all: () => tables.rows(statements.ofOpenAccounts()),
  }
}

interface BrandChange {
  readonly accountId: string
  readonly actor: string
  readonly before: AccountBrand | null
  readonly after: AccountBrand | null
}

const audit = (tx: TableTransaction, { accountId, actor, before, after }: BrandChange): Steps<void> =>
  tx.audit({
    ...{ actor, accountId, subject: `account/${accountId}` },
    action: after ? 'account.brand.set' : 'account.brand.clear',
    ...{ before: before && shown(before), after: after && shown(after) },
  })

const shown = ({ host, name, supportEmail, colour }: AccountBrand) => ({
  ...{ host, name, support_email: supportEmail, colour },
})
