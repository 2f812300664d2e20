import { defineOperation } from '@parakh/core'
import * as z from 'zod'
import { AccountBrands } from '../contract/account-brands.ts'
import { BRAND_PATH, BrandFields, BrandView, brandText, presentBrand } from './brand-view.ts'
import { brandsWrite } from './scopes.ts'

/** Sets the brand of an account. */
export const setBrand = defineOperation({
  ...{ id: 'brands.set', effect: 'write', method: 'PUT', scope: brandsWrite, path: BRAND_PATH, stepUp: true },
  summary: 'Set the brand of an account, which /docs, the OpenAPI document and the Postman collection show at its host',
  input: z.object({
    account_id: z.string(),
    ...BrandFields.shape,
    support_email: BrandFields.shape.support_email.default(null),
    colour: BrandFields.shape.colour.default(null),
  }),
  output: BrandView,
  whose: { account: 'account_id' },
  command: {
    ...{ name: 'accounts brand set', positional: ['account_id'], text: brandText },
    options: { host: { value: '<name>' }, support_email: { value: '<address>' }, colour: { value: '<colour>' } },
  },
  needs: { brands: AccountBrands },
  async handle({ input: { account_id: accountId, support_email: supportEmail, ...rest }, actor, brands }) {
    return presentBrand(accountId, await brands.set({ accountId, supportEmail, ...rest }, actor))
  },
})
