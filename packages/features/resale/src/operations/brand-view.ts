import type { AccountBrand } from '@parakh/core'
import * as z from 'zod'

/** The path of the operations of brands. */
export const BRAND_PATH = '/accounts/{account_id}/brand'
/** The fields of a brand. */
export const BrandFields = z.object({
  host: z.string().describe('A domain name of the account without a port: api.reseller.example'),
  name: z.string().describe('1 to 80 printable characters'),
  support_email: z.string().nullable().describe('The support address; null: none'),
  colour: z.string().nullable().describe('Such as #0a7d5c; null: the default colour'),
})
/** A brand in an output. */
export const BrandView = z.object({
  account_id: z.string(),
  brand: BrandFields.nullable().describe('Null: it has none'),
})

/** Presents a brand. */
export const presentBrand = (account_id: string, brand: AccountBrand | null): z.input<typeof BrandView> => ({
  account_id,
  brand: brand && {
    ...{ host: brand.host, name: brand.name, support_email: brand.supportEmail, colour: brand.colour },
  },
})

/** A brand for a person. */
export function brandText({ account_id, brand }: z.output<typeof BrandView>): string {
  if (!brand) return `The account ${account_id} has no brand.`
  const { host, name, support_email, colour } = brand
  const more = [...(support_email === null ? [] : [`help at ${support_email}`]), ...(colour === null ? [] : [colour])]
  return `The brand at ${host} is ${[name, ...more].join(', ')}.`
}
