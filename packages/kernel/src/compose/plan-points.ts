import type { AnyPoint, ConfigurationFault, Contribution } from '@parakh/core'
import type { PointInstance } from '../container.ts'
import { kernelErrors } from '../error-codes.ts'
import { chooseDrivers } from './choose-drivers.ts'
import { placeInOrder } from './place-in-order.ts'
import { type PlacedPart, placed, type SoundPlugin } from './placed-part.ts'
import { walletRequirements } from './wallet-requirements.ts'

/** An extension point with what is in force at it, in order. */
export interface PlannedPoint {
  readonly point: AnyPoint
  readonly instances: readonly PointInstance[]
  /** All drivers that might be chosen; empty for a point where every contribution is in force. */
  readonly drivers: readonly Contribution[]
}
interface Owned {
  readonly owner: SoundPlugin
  readonly point: AnyPoint
}
interface PointPlan {
  readonly points: ReadonlyMap<string, PlannedPoint>
  readonly faults: readonly ConfigurationFault[]
}

/** Extension points with their owners, contributions and chosen drivers. Pure; every fault at once. */
export function planPoints(plugins: readonly SoundPlugin[]): PointPlan {
  const { owned, faults } = ownPoints(plugins)
  const contributed = contributionsOf(plugins, owned)
  const points = new Map<string, PlannedPoint>()
  const found = [...faults, ...contributed.faults]
  const ids = new Set(plugins.map(({ plugin }) => plugin.id))
  for (const [id, { owner, point }] of owned) {
    const parts = contributed.byPoint.get(id) ?? []
    if (point.select === 'chosen') {
      const given = owner.plugin.options[point.sectionKey]
      const chosen = chooseDrivers(point, { drivers: parts, given, path: owner.path })
      found.push(...chosen.faults)
      points.set(id, { point, instances: chosen.instances, drivers: parts.map(({ part }) => part) })
      continue
    }
    const { ordered, faults: misplaced } = placeInOrder(parts, { target: id, plugins: ids })
    found.push(...misplaced)
    const instances = ordered.map(({ id: name, part }) => ({ name, contribution: part, options: null }))
    points.set(id, { point, instances, drivers: [] })
  }
  return { points, faults: [...found, ...missingCapabilities(plugins, points)] }
}

function ownPoints(plugins: readonly SoundPlugin[]): {
  readonly owned: ReadonlyMap<string, Owned>
  readonly faults: readonly ConfigurationFault[]
} {
  const owned = new Map<string, Owned>()
  const faults = plugins.flatMap((owner) =>
    owner.plugin.definition.points.flatMap((point) => {
      const first = owned.get(point.id)?.owner.plugin.id
      if (first === undefined) {
        owned.set(point.id, { owner, point })
        return []
      }
      return kernelErrors.fault('POINT_DUPLICATE', owner.path, { id: point.id, first, second: owner.plugin.id })
    }),
  )
  return { owned, faults }
}

function contributionsOf(plugins: readonly SoundPlugin[], owned: ReadonlyMap<string, Owned>) {
  const byPoint = new Map<string, PlacedPart<Contribution>[]>()
  const faults: ConfigurationFault[] = []
  for (const plugin of plugins)
    for (const contribution of plugin.plugin.definition.contributes) {
      const part = placed(plugin, contribution.id, contribution)
      const point = owned.get(contribution.point.id)?.point
      const parts = byPoint.get(contribution.point.id) ?? []
      const fault = contributionFault(part, point, parts)
      if (fault) faults.push(fault)
      else if (point) byPoint.set(point.id, [...parts, part])
    }
  return { byPoint, faults }
}

/** Why a contribution is not taken; null: it is, or is left out as `ifPresent` says. */
function contributionFault(
  { id, path, part }: PlacedPart<Contribution>,
  point: AnyPoint | undefined,
  others: readonly PlacedPart<Contribution>[],
): ConfigurationFault | null {
  const { id: about, version: found } = part.point
  if (!point) {
    const owner = part.point.broughtBy ?? about.slice(0, about.indexOf('.'))
    return part.ifPresent ? null : kernelErrors.fault('POINT_MISSING', path, { id, point: about, owner })
  }
  if (!point.accepts.includes(found)) {
    const allowed = point.accepts.join(', ')
    return kernelErrors.fault('POINT_VERSION_MISMATCH', path, { id, point: about, found, allowed })
  }
  // The configuration names drivers without their plugin.
  const same = others.find((other) => (point.select === 'chosen' ? other.part.id === part.id : other.id === id))
  return same ? kernelErrors.fault('CONTRIBUTION_DUPLICATE', path, { id, other: same.id, point: about }) : null
}

function missingCapabilities(
  plugins: readonly SoundPlugin[],
  points: ReadonlyMap<string, PlannedPoint>,
): readonly ConfigurationFault[] {
  return plugins.flatMap((owner) => {
    const { plugin, path } = owner
    return [...plugin.definition.requires, ...walletRequirements(owner)].flatMap(({ point, capability, because }) => {
      const { instances = [], drivers = [] } = points.get(point.id) ?? {}
      // What core needs is shown at the section that chose the driver.
      const section = point.select === 'chosen' ? point.sectionKey : point.id
      const able = drivers.filter(({ capabilities }) => capabilities.includes(capability)).map(({ id }) => id)
      return instances
        .filter(({ contribution }) => !contribution.capabilities.includes(capability))
        .map(({ name, contribution }) => {
          const allowed = able.join(', ') || 'a driver that has it'
          const facts = {
            plugin: plugin.id,
            point: point.id,
            capability,
            because,
            name,
            driver: contribution.id,
            allowed,
          }
          return kernelErrors.fault('CAPABILITY_MISSING', path === '' ? section : path, facts)
        })
    })
  })
}

/** The chosen drivers, for a plugin's own check. */
export const driversOf = (points: ReadonlyMap<string, PlannedPoint>, id: string) =>
  new Map(
    (points.get(id)?.instances ?? []).map(({ name, contribution }) => [
      name,
      { driver: contribution.id, capabilities: contribution.capabilities },
    ]),
  )
