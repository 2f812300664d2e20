import { createHash } from 'node:crypto'
import {
  type Contribution,
  type Price,
  PriceRules,
  Pricing,
  parseSoldItem,
  type Service,
  service,
  soldItemText,
} from '@parakh/core'
import { compilePriceRules } from './compile-price-rules.ts'

/** Pricing by the rules that plugins contribute. A host replaces or decorates it. */
export const pricingByRules: Service = service(Pricing, { rules: PriceRules }, ({ rules }) =>
  compilePriceRules([...rules.values()], new Map([...rules].map(([id, rule]) => [rule, id]))),
)

/**
 * The prices of the configuration, over those of plugins and under all others. The version, stored with each posting, changes with any of them.
 *
 * @param overrides By sold item: `pan-details`, `company-details#basic`.
 */
export function configuredPriceRule(overrides: Readonly<Record<string, Price>>): Contribution {
  const sorted = Object.entries(overrides).sort(([a], [b]) => (a < b ? -1 : 1))
  const digest = createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 12)
  const prices = new Map(sorted)
  const endpoints = new Set(sorted.map(([item]) => parseSoldItem(item).endpoint))
  const version = `configuration-${digest}`
  return PriceRules.contribute({
    id: 'configuration',
    needs: {},
    make: () => ({
      phase: 'base',
      applies: (endpoint) => endpoints.has(endpoint),
      base(question) {
        const price = prices.get(soldItemText(question))
        return price === undefined ? null : { price, source: 'configuration', version, volume: undefined }
      },
    }),
  })
}
