import {
  type ConfigurationFault,
  LiveEntryFields,
  type Plugin,
  Price,
  type Provider,
  type Source,
  SourceCaps,
} from '@parakh/core'
import * as z from 'zod'
import { whoBrings } from '../container.ts'
import { kernelErrors } from '../error-codes.ts'
import type { NamedLive } from '../runtime/checked-options.ts'
import type { SourceEntry } from '../runtime/source-entry.ts'
import type { SoundPlugin } from './placed-part.ts'

/** What any live provider may say; the rest is its own, and is checked where it is known. */
const LiveSchema = z.looseObject({ provider: z.string(), ...LiveEntryFields })
/** The option `live`: one, or a list that fails over in order. */
export const LiveOption = z.union([LiveSchema, z.array(LiveSchema).min(1)])

type CostsOfEntry = Readonly<Record<string, string | number>>

/** An entry of `live`: not yet looked up. */
export interface EntryOfLive {
  readonly path: string
  readonly entry: SourceEntry
  /** As they are written. */
  readonly costs: CostsOfEntry
  readonly source: NamedLive
}

/** The live providers that a plugin's options name; none where they are no providers. @param path Of the plugin's section. */
export function namedLive(plugin: Plugin, path: string): readonly EntryOfLive[] {
  const live = LiveOption.safeParse(plugin.options['live']).data
  const sources = live === undefined ? [] : Array.isArray(live) ? live : [live]
  return sources.map(({ name, authorised, costs = {}, dailyCap, ...source }, index) => {
    const placeId = `${plugin.id}/${source.provider}#${index}`
    return {
      path: Array.isArray(live) ? `${path}.live.${index}` : `${path}.live`,
      entry: {
        ...{ id: name === undefined ? placeId : `${plugin.id}/${name}`, placeId, name: name ?? null },
        ...{ authorised: authorised === true, costs: pricesOf(costs), dailyCap: dailyCap ?? null },
      },
      costs,
      source,
    }
  })
}

const pricesOf = (costs: CostsOfEntry): SourceEntry['costs'] =>
  Object.fromEntries(
    Object.entries(costs).flatMap(([operation, cost]) => {
      const price = Price.safeParse(cost).data
      return price === undefined ? [] : [[operation, price]]
    }),
  )

/** That of a source which stands in no `live`: a plugin's own. */
export const ownEntry = (id: string, { authorised }: Source): SourceEntry => ({
  ...{ id, placeId: id, name: null, authorised: authorised === true, costs: {}, dailyCap: null },
})

/** The operations of a contract that may cost something; of a write also its status query. */
const costlyOperations = ({ operations }: Pick<Provider, 'operations'>): readonly string[] =>
  Object.entries(operations).flatMap(([name, { effect }]) => (effect === 'write' ? [name, `${name}.status`] : [name]))

/** Names that are there twice, or that something needs, and costs that are none or are of operations that the contract lacks. */
export function entryFaults(live: readonly EntryOfLive[], contract: Provider): readonly ConfigurationFault[] {
  return live.flatMap(({ path, entry: { id, name, dailyCap }, costs }, index) => {
    const wrong = (detail: string) => kernelErrors.fault('PLUGIN_OPTIONS_INVALID', `${path}.name`, { detail })
    const isTwice = live.findIndex(({ entry }) => entry.id === id) < index
    return [
      ...(isTwice ? [wrong(`"${name}" is the name of another entry of live`)] : []),
      ...(name === null && (Object.keys(costs).length > 0 || dailyCap !== null)
        ? [wrong('is required beside costs and dailyCap: they are kept by it, also where the list is reordered')]
        : []),
      ...costFaults(costs, `${path}.costs`, contract),
    ]
  })
}

function costFaults(costs: CostsOfEntry, path: string, contract: Provider): readonly ConfigurationFault[] {
  const known = costlyOperations(contract)
  return Object.entries(costs).flatMap(([operation, cost]) => {
    const at = `${path}.${operation}`
    if (!known.includes(operation)) {
      const facts = { contract: contract.id, name: operation, allowed: known.join(', ') }
      return kernelErrors.fault('OPERATION_UNKNOWN', at, facts)
    }
    const [issue] = Price.safeParse(cost).error?.issues ?? []
    return issue ? kernelErrors.fault('PLUGIN_OPTIONS_INVALID', at, { detail: issue.message }) : []
  })
}

/** Caps that nothing counts. @param isCounted Whether the host has `SourceCaps`. */
export function capFaults(plugins: readonly SoundPlugin[], isCounted: boolean): readonly ConfigurationFault[] {
  if (isCounted) return []
  return plugins.flatMap(({ plugin, path: section }) =>
    namedLive(plugin, section).flatMap(({ path, entry }) => {
      if (entry.dailyCap === null) return []
      const facts = { id: SourceCaps.id, needer: 'a daily cap', allowed: whoBrings(SourceCaps) }
      return kernelErrors.fault('SERVICE_MISSING', `${path}.dailyCap`, facts)
    }),
  )
}
