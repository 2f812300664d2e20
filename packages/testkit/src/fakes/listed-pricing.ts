import type { Money, Pricing } from '@parakh/core'

/**
 * Pricing for tests: the listed price, or the one of the configuration. No commission.
 *
 * @param overrides Prices by endpoint id, as in `CallSettings.priceOverrides`.
 * @example
 * const pricing = listedPricing({ 'pincode-details': inr('0.20') })
 */
export function listedPricing(overrides: Readonly<Record<string, Money>> = {}): Pricing {
  return {
    quote: ({ endpoint, listed, listedSource }) => {
      const override = overrides[endpoint]
      return override === undefined
        ? { price: listed, source: listedSource, version: `${listedSource}:1`, legs: [] }
        : { price: override, source: 'configuration', version: 'configuration:1', legs: [] }
    },
  }
}
