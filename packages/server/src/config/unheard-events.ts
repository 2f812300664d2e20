import { type ConfigurationFault, EventSinks, isHandle, type Plugin } from '@parakh/core'
import { serverErrors } from '../error-codes.ts'
import type { CheckedConfig } from './checked-config.ts'

/** The events of a plugin's endpoints, which callers wait for. */
const eventsOf = ({ definition: { endpoints } }: Plugin): readonly string[] => [
  ...new Set(
    endpoints
      .flatMap(({ needs, asyncResult }) => [...Object.values(needs), ...(asyncResult ? [asyncResult.event] : [])])
      .flatMap((token) => (isHandle(token) && token.kind === 'event' ? token.id : [])),
  ),
]

/** Whether a sink takes events: those of the section, else the drivers that a plugin brings for the point's fallback. */
function hasSink({ events, plugins }: Pick<CheckedConfig, 'events' | 'plugins'>): boolean {
  if (events) return Object.keys(events).length > 0
  const defaults = Object.values(EventSinks.fallback)
  return plugins.some(({ definition }) =>
    definition.contributes.some(({ point, id }) => point.id === EventSinks.id && defaults.includes(id)),
  )
}

/**
 * Plugins whose events no sink takes. No faults: results are also at `/requests/{ref_id}`, and an application may listen by `host.on`, which no
 * configuration shows.
 */
export function unheardEvents(
  config: Pick<CheckedConfig, 'events' | 'plugins' | 'paths'>,
): readonly ConfigurationFault[] {
  if (hasSink(config)) return []
  return config.plugins.flatMap((plugin) => {
    const events = eventsOf(plugin)
    const path = config.paths[plugin.id] ?? plugin.id
    return events.length === 0 ? [] : serverErrors.fault('EVENTS_UNHEARD', path, { events: events.join(', ') })
  })
}
