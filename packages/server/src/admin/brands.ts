import { type AccountBrand, Brands } from '@parakh/core'
import * as z from 'zod'
import { AccountId } from './account-id.ts'
import { defineAdminRoute } from './define-admin-route.ts'
import { requireSuperAdmin } from './super-admin.ts'

const path = '/accounts/{account_id}/brand'
const BrandFields = z.object({
  host: z.string().describe('A domain name of the account without a port: api.reseller.example'),
  name: z.string().describe('1 to 80 printable characters'),
  support_email: z.string().nullable().describe('The support address; null: none'),
  colour: z.string().nullable().describe('Such as #0a7d5c; null: the default colour'),
})
const BrandView = z.object({ account_id: z.string(), brand: BrandFields.nullable().describe('Null: it has none') })

const present = (account_id: string, brand: AccountBrand | null): z.input<typeof BrandView> => ({
  account_id,
  brand: brand && {
    ...{ host: brand.host, name: brand.name, support_email: brand.supportEmail, colour: brand.colour },
  },
})

const getBrand = defineAdminRoute({
  id: 'brands.get',
  method: 'GET',
  path,
  scope: 'accounts:read',
  summary: 'Get the brand of an account at its own host, shown or not',
  params: AccountId,
  response: BrandView,
  handle: async ({ host, params: { account_id } }) => present(account_id, await host.get(Brands).get(account_id)),
})
const setBrand = defineAdminRoute({
  id: 'brands.set',
  method: 'PUT',
  path,
  scope: 'brands:write',
  summary: 'Set the brand of an account, which /docs, the OpenAPI document and the Postman collection show at its host',
  params: AccountId,
  body: BrandFields.extend({
    support_email: BrandFields.shape.support_email.default(null),
    colour: BrandFields.shape.colour.default(null),
  }),
  response: BrandView,
  async handle({
    host,
    actor,
    viewer,
    params: { account_id: accountId },
    body: { support_email: supportEmail, ...rest },
  }) {
    await requireSuperAdmin({ host, viewer }, 'set brands')
    return present(accountId, await host.get(Brands).set({ accountId, supportEmail, ...rest }, actor))
  },
})
const clearBrand = defineAdminRoute({
  id: 'brands.clear',
  method: 'DELETE',
  path,
  scope: 'brands:write',
  summary: 'Clear the brand of an account; its host may be used again',
  params: AccountId,
  response: BrandView,
  async handle({ host, actor, viewer, params: { account_id } }) {
    await requireSuperAdmin({ host, viewer }, 'clear brands')
    await host.get(Brands).clear(account_id, actor)
    return present(account_id, null)
  },
})

/** Routes of brands. */
export const brandRoutes = [getBrand, setBrand, clearBrand]
