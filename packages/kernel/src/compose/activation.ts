import type { Endpoint, Environment } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import type { PluginRuntime } from '../runtime/endpoint-runtime.ts'
import type { Activation } from '../runtime/hosted-endpoint.ts'

const inactive = (reason: string): Activation => ({ active: false, reason })
const ACTIVE: Activation = { active: true }

/**
 * Whether an endpoint answers in an environment. In production: a live provider for all that it asks; for regulated ones also
 * that it is authorised, a licence that holds today, and a consent policy (decisions.md section 11). Asked at each call.
 */
export function activationOf(
  endpoint: Endpoint,
  plugin: PluginRuntime,
  asked: { environment: Environment; now: Date },
): Activation {
  if (asked.environment === 'sandbox') return ACTIVE
  const operations = Object.keys(endpoint.uses?.operations ?? {})
  const unserved = operations.filter((name) => !plugin.live.some(({ implementation }) => implementation[name]))
  if (unserved.length > 0 && plugin.live.length === 0) return inactive('no live provider is configured')
  if (unserved.length > 0) return inactive(`no live provider serves ${unserved.join(', ')}`)
  return endpoint.consent?.regulated ? regulated(operations, plugin, asked.now) : ACTIVE
}

function regulated(operations: readonly string[], plugin: PluginRuntime, now: Date): Activation {
  const { licence, consent } = plugin.options
  const authorised = plugin.live.filter((live) => live.authorised)
  if (!operations.every((name) => authorised.some(({ implementation }) => implementation[name])))
    return inactive('regulated: no live provider is marked authorised')
  if (!licence) return inactive('regulated: no licence is configured')
  if (indianDay(now) > licence.validUntil) return inactive(`regulated: the licence ended on ${licence.validUntil}`)
  if (!consent) return inactive('regulated: no consent policy is configured')
  return ACTIVE
}
