import { defineOperation } from '@parakh/core'
import { Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { Prices } from '../contract/prices.ts'
import { pricesRead } from './scopes.ts'

/** What has a price. */
export const listPricedItems = defineOperation({
  ...{ id: 'prices.items', effect: 'read', scope: pricesRead, path: '/prices/items', whose: 'everyone' },
  summary: 'List what a price can be set for: endpoints, and each tier of those that have tiers',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        endpoint: z.string(),
        tier: z.string().nullable().describe('Null: the endpoint has no tiers'),
        price: Rupees.nullable().describe('Where no price is set: by the configuration or the plugin; null: computed'),
      }),
    ),
  }),
  // `parakh plugins list` shows them with their prices.
  command: false,
  needs: { prices: Prices },
  async handle({ prices }) {
    const items = await prices.items()
    return {
      items: items.map(({ endpoint, tier, configured, listed }) => {
        const price = configured ?? listed
        return { endpoint, tier, price: price === null ? null : rupeesText(price) }
      }),
    }
  },
})
