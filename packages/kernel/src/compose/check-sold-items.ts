import { type ConfigurationFault, coreErrors, didYouMean, parseSoldItem, soldItemsOf, soldItemText } from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import type { HostOptions } from './host.ts'

/** Endpoints that a configuration switches off, which no plugin has. */
export const checkSwitches = ({ plugins, settings: { switchedOff = [] } }: HostOptions) =>
  unknownEndpoints(plugins, switchedOff)

/** Ids of the section `endpoints` that no plugin has. */
export function unknownEndpoints(
  plugins: HostOptions['plugins'],
  named: readonly string[],
): readonly ConfigurationFault[] {
  const ids = plugins.flatMap(({ definition }) => definition.endpoints.map(({ id }) => id))
  return named
    .filter((id) => !ids.includes(id))
    .map((id) =>
      kernelErrors.fault('SWITCH_UNKNOWN_ENDPOINT', `endpoints.${id}`, {
        ...{ id, hint: didYouMean(id, ids), allowed: ids.join(', ') },
      }),
    )
}

/** Prices of a configuration for what is not sold, or cannot cost anything. */
export function checkPrices(options: HostOptions): readonly ConfigurationFault[] {
  const endpoints = options.plugins.flatMap(({ definition }) => definition.endpoints)
  const items = endpoints.flatMap(soldItemsOf)
  const texts = items.map(soldItemText)
  const unknown = Object.keys(options.settings.priceOverrides).filter((text) => !texts.includes(text))
  const free = endpoints.filter(({ id, replay }) => replay === false && (options.settings.priceOverrides[id] ?? 0) > 0)
  const charged = free.map(({ id }) => {
    const detail = 'its calls are neither stored nor held, so they cannot cost anything. Allowed: 0'
    return kernelErrors.fault('ENDPOINT_INVALID', `pricing.overrides.${id}`, { id, detail })
  })
  const faults = unknown.map((text) => {
    const { endpoint, tier } = parseSoldItem(text)
    const path = `pricing.overrides.${text}`
    const allowed = items.filter((item) => item.endpoint === endpoint).map(soldItemText)
    if (allowed.length === 0)
      return kernelErrors.fault('PRICE_UNKNOWN_ENDPOINT', path, {
        ...{ id: text, hint: didYouMean(text, texts), allowed: texts.join(', ') },
      })
    return tier === null
      ? coreErrors.fault('PRICE_TIER_REQUIRED', path, { endpoint, allowed: allowed.join(', ') })
      : coreErrors.fault('PRICE_TIER_UNKNOWN', path, { endpoint, tier, allowed: allowed.join(', ') })
  })
  return [...faults, ...charged]
}
