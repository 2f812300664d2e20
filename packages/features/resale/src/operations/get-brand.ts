import { defineOperation } from '@parakh/core'
import * as z from 'zod'
import { AccountBrands } from '../contract/account-brands.ts'
import { BRAND_PATH, BrandView, brandText, presentBrand } from './brand-view.ts'
import { accountsRead } from './scopes.ts'

/** The brand of an account. */
export const getBrand = defineOperation({
  ...{ id: 'brands.get', effect: 'read', scope: accountsRead, path: BRAND_PATH },
  summary: 'Get the brand of an account at its own host, shown or not',
  input: z.object({ account_id: z.string() }),
  output: BrandView,
  whose: { account: 'account_id' },
  command: { name: 'accounts brand show', positional: ['account_id'], text: brandText },
  needs: { brands: AccountBrands },
  handle: async ({ input: { account_id }, brands }) => presentBrand(account_id, await brands.get(account_id)),
})
