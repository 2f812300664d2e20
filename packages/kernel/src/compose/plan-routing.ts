import { type ConfigurationFault, type Contribution, didYouMean, type Provider, SourceRouters } from '@parakh/core'
import * as z from 'zod'
import type { PointInstance } from '../container.ts'
import { kernelErrors } from '../error-codes.ts'
import { routerName } from '../runtime/router-name.ts'
import { chooseDriver } from './choose-drivers.ts'
import { type EntryOfLive, namedLive } from './named-live.ts'
import type { SoundPlugin } from './placed-part.ts'
import type { PlannedPoint } from './plan-points.ts'

interface Routing {
  readonly instances: readonly PointInstance[]
  readonly faults: readonly ConfigurationFault[]
}
/** Where a router is chosen: for all operations of a plugin, or for one. */
interface Place {
  readonly path: string
  readonly name: string
  readonly live: readonly EntryOfLive[]
}

const ForAll = z.looseObject({ use: z.string() })
const ByOperation = z.record(z.string(), z.unknown())
/** What holds anyway costs nothing. */
const DEFAULT = 'ordered'

/** The routers that plugins choose beside `live`: no instances of the owner's section, as other drivers are. */
export function withRouting(
  points: ReadonlyMap<string, PlannedPoint>,
  plugins: readonly SoundPlugin[],
): { readonly points: ReadonlyMap<string, PlannedPoint>; readonly faults: readonly ConfigurationFault[] } {
  const planned = points.get(SourceRouters.id)
  if (!planned) return { points, faults: [] }
  const routing = plugins.map((plugin) => routingOf(plugin, planned.drivers))
  const instances = routing.flatMap((one) => one.instances)
  return {
    points: new Map([...points, [SourceRouters.id, { ...planned, instances }]]),
    faults: routing.flatMap((one) => one.faults),
  }
}

function routingOf({ plugin, path: section }: SoundPlugin, drivers: readonly Contribution[]): Routing {
  const given = plugin.options['routing']
  const contract = plugin.definition.provider
  if (given === undefined) return { instances: [], faults: [] }
  const path = `${section}.routing`
  const refuse = (detail: string, at = path): Routing => ({
    instances: [],
    faults: [kernelErrors.fault('PLUGIN_OPTIONS_INVALID', at, { detail })],
  })
  const live = namedLive(plugin, section)
  // Entries that cannot be read have faults of their own.
  if (live.length === 0 && plugin.options['live'] !== undefined) return { instances: [], faults: [] }
  if (!contract || live.length === 0) return refuse('orders the sources under live, and there are none')
  const unnamed = live.filter(({ entry }) => entry.name === null)
  if (unnamed.length > 0)
    return {
      instances: [],
      faults: unnamed.flatMap((one) => refuse('is required beside routing', `${one.path}.name`).faults),
    }
  const forAll = ForAll.safeParse(given).data
  if (forAll) return choose(forAll, { path, name: routerName(plugin.id, null), live }, drivers)
  const byOperation = ByOperation.safeParse(given).data
  if (!byOperation) return refuse('must be a router, { use: name, … }, or routers by operation')
  const chosen = Object.entries(byOperation).map(([operation, choice]) => {
    const at = `${path}.${operation}`
    const name = routerName(plugin.id, operation)
    return Object.hasOwn(contract.operations, operation)
      ? choose(choice, { path: at, name, live }, drivers)
      : { instances: [], faults: [unknownOperation(operation, at, contract)] }
  })
  return { instances: chosen.flatMap((one) => one.instances), faults: chosen.flatMap((one) => one.faults) }
}

const unknownOperation = (name: string, path: string, { id, operations }: Provider): ConfigurationFault =>
  kernelErrors.fault('OPERATION_UNKNOWN', path, { contract: id, name, allowed: Object.keys(operations).join(', ') })

function choose(choice: unknown, { path, name, live }: Place, drivers: readonly Contribution[]): Routing {
  const { instances, faults } = chooseDriver(SourceRouters, { name, choice, drivers, path })
  const known = live.flatMap(({ entry }) => entry.name ?? [])
  const unknown = instances.flatMap(({ contribution, options }) =>
    (contribution.names?.(options as never) ?? []).filter((source) => !known.includes(source)),
  )
  const misnamed = [...new Set(unknown)].map((source) => {
    const detail = `names "${source}", which is no entry of live${didYouMean(source, known)}. Allowed: ${known.join(', ')}`
    return kernelErrors.fault('PLUGIN_OPTIONS_INVALID', path, { detail })
  })
  return {
    instances: instances.filter(({ contribution }) => contribution.id !== DEFAULT),
    faults: [...faults, ...misnamed],
  }
}
