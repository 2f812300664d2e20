import type { ConfigurationFault, Endpoint, Plugin } from '@parakh/core'
import { unknownEndpoints } from '@parakh/kernel'
import type { CheckedConfig } from './checked-config.ts'
import { switchedOff } from './endpoints-section.ts'

/** Plugins whose endpoints are shown in the words of the section `endpoints`: everything that lists endpoints reads them there. */
export function withOwnTexts(plugins: readonly Plugin[], section: CheckedConfig['endpoints'] = {}): readonly Plugin[] {
  const worded = (endpoint: Endpoint): Endpoint => {
    const own = Object.hasOwn(section, endpoint.id) ? section[endpoint.id] : undefined
    if (own === undefined || typeof own === 'string') return endpoint
    const { category = endpoint.group, summary = endpoint.summary, description = endpoint.description } = own
    return { ...endpoint, group: category, summary, ...(description === undefined ? {} : { description }) }
  }
  return plugins.map((plugin) => ({
    ...plugin,
    definition: { ...plugin.definition, endpoints: plugin.definition.endpoints.map(worded) },
  }))
}

/** Texts for endpoints that no plugin has; switched-off ones the host refuses itself. */
export function unknownTexts(
  plugins: readonly Plugin[],
  section: CheckedConfig['endpoints'] = {},
): readonly ConfigurationFault[] {
  const off = switchedOff(section)
  return unknownEndpoints(
    plugins,
    Object.keys(section).filter((id) => !off.includes(id)),
  )
}
