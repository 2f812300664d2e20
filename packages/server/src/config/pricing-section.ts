import { Price } from '@parakh/core'
import * as z from 'zod'

/** The section `pricing`. */
export const PricingSchema = z.strictObject({
  overrides: z
    .record(z.string(), Price)
    .default({})
    .describe('Prices in rupees, by endpoint id, or `id#tier` for an endpoint with tiers'),
})
