import { defineOperation, Secrets } from '@parakh/core'
import * as z from 'zod'
import { checkHost } from '../brands/brand-rules.ts'
import { requireProven } from '../brands/host-proof.ts'
import { AccountBrands } from '../contract/account-brands.ts'
import { TxtRecords } from '../contract/txt-records.ts'
import { BRAND_PATH, BrandFields, BrandView, brandText, presentBrand } from './brand-view.ts'
import { brandsWrite } from './scopes.ts'

/** Sets the brand of an account. */
export const setBrand = defineOperation({
  ...{ id: 'brands.set', effect: 'write', method: 'PUT', scope: brandsWrite, path: BRAND_PATH, stepUp: true },
  summary:
    'Set the brand of an account, which /docs, the OpenAPI document and the Postman collection show at its host; an account proves that host by a TXT record',
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
  needs: { brands: AccountBrands, secrets: Secrets, records: TxtRecords },
  async handle({ input, viewer, actor, brands, ...proof }) {
    const { account_id: accountId, support_email: supportEmail, ...rest } = input
    const host = checkHost(rest.host)
    // Operators and super admins answer for what they set.
    const mustProve = viewer.accountId !== null && !(await viewer.isSuperAdmin())
    if (mustProve && (await brands.get(accountId))?.host !== host) await requireProven(proof, { accountId, host })
    return presentBrand(accountId, await brands.set({ accountId, supportEmail, ...rest }, actor))
  },
})
