import { defineOperation } from '@parakh/core'
import * as z from 'zod'
import { AccountBrands } from '../contract/account-brands.ts'
import { BRAND_PATH, BrandFields, BrandView, presentBrand } from './brand-view.ts'
import { brandsWrite } from './scopes.ts'

/** Clears the brand of an account. */
export const clearBrand = defineOperation({
  ...{ id: 'brands.clear', effect: 'write', method: 'DELETE', scope: brandsWrite, path: BRAND_PATH, stepUp: true },
  summary: 'Clear the brand of an account; its host may be used again',
  input: z.object({ account_id: z.string() }),
  output: BrandView.extend({ cleared: BrandFields.nullable().describe('What it was; null: it had none') }),
  whose: { account: 'account_id' },
  command: {
    ...{ name: 'accounts brand clear', positional: ['account_id'] },
    text: ({ account_id, cleared }) =>
      cleared
        ? `The brand ${cleared.name} is gone, and ${cleared.host} is free.`
        : `The account ${account_id} had no brand.`,
  },
  needs: { brands: AccountBrands },
  async handle({ input: { account_id }, actor, brands }) {
    const was = await brands.clear(account_id, actor)
    return { ...presentBrand(account_id, null), cleared: presentBrand(account_id, was).brand }
  },
})
