import {
  Accounts,
  type CatalogueItem,
  Clock,
  defineOperation,
  HostCatalogue,
  isAllowed,
  LiveSources,
  notFound,
  OfferedEndpoints,
  Pricing,
  zero,
} from '@parakh/core'
import { EnvironmentField, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { accountsRead } from '../scopes.ts'
import { AccountId } from './account-view.ts'

const PricedView = z.object({
  endpoint: z.string(),
  tier: z.string().nullable().describe('The price is that of one unit of it; null: the endpoint has no tiers'),
  group: z.string(),
  summary: z.string(),
  price: Rupees.nullable().describe('Of an answer, in force now; null: computed for each call'),
  permitted: z.boolean().describe('Whether the account may call it'),
})

/** `accounts.apis.prices` */
export const listApiPrices = defineOperation({
  id: 'accounts.apis.prices',
  effect: 'read',
  summary:
    'List the endpoints with the price that an account pays for an answer; in production those that answer there',
  scope: accountsRead,
  path: '/accounts/{account_id}/apis/prices',
  input: z.object({ ...AccountId, environment: EnvironmentField.default('production') }),
  output: z.object({ items: z.array(PricedView) }),
  whose: { account: 'account_id' },
  command: {
    positional: ['account_id'],
    text: ({ items }, { draw }) =>
      draw.table(
        ['Endpoint', 'Tier', 'What it does', 'Price (INR)', 'Permitted'],
        items.map(({ endpoint, tier, summary, price, permitted }) => [
          ...[endpoint, tier ?? '', summary, price ?? 'computed', permitted ? 'yes' : 'no'],
        ]),
      ),
  },
  needs: {
    ...{ accounts: Accounts, offered: OfferedEndpoints, catalogue: HostCatalogue, pricing: Pricing, clock: Clock },
    sources: LiveSources,
  },
  async handle({ input: { account_id, environment }, accounts, offered, catalogue, pricing, clock, sources }) {
    const account = await accounts.get(account_id)
    if (!account) throw notFound()
    const at = clock.now()
    const described = new Map(offered.map((endpoint) => [endpoint.id, endpoint]))
    const priceOf = async ({ endpoint, tier, listed, listedSource }: CatalogueItem) => {
      const asked = { endpoint, tier, units: 1, account, environment, listed: listed ?? zero, listedSource, at }
      const { price, source } = await pricing.quote(asked)
      // Nothing but the plugin has set one, and that computes it.
      return listed === null && source === listedSource ? null : rupeesText(price)
    }
    const sold = [...catalogue.sold.values()].filter(
      ({ endpoint, chargeable }) =>
        chargeable && (environment === 'sandbox' || sources.lockedInProduction(endpoint) === null),
    )
    const items = await Promise.all(
      sold.map(async (item) => {
        const endpoint = described.get(item.endpoint)
        if (!endpoint) return []
        const { id, group, summary } = endpoint
        const of = { endpoint: id, tier: item.tier, group, summary, permitted: isAllowed(account, id) }
        return [{ ...of, price: await priceOf(item) }]
      }),
    )
    return { items: items.flat() }
  },
})
