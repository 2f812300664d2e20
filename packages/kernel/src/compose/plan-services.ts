import { type ConfigurationFault, type Decorator, isHandle, type Needs, type Service, type Token } from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import { KERNEL_TOKENS } from './check-needs.ts'
import { placeInOrder } from './place-in-order.ts'
import { type PlacedPart, placed, type SoundPlugin } from './placed-part.ts'
import type { PlannedPoint } from './plan-points.ts'

/** Services with the decorators that wrap each, in order. */
export interface PlannedServices {
  readonly services: ReadonlyMap<string, Service>
  readonly decorators: ReadonlyMap<string, readonly Decorator[]>
}
interface ServicePlan extends PlannedServices {
  readonly faults: readonly ConfigurationFault[]
}

/**
 * Services, each with one maker, and their decorators. Pure; every fault at once: two makers, something to wrap that nobody makes, needs
 * that nobody provides, and circles.
 *
 * @param overrides Of the embedder: they take the place of a maker.
 */
export function planServices(
  plugins: readonly SoundPlugin[],
  { overrides, points }: { overrides: readonly Service[]; points: ReadonlyMap<string, PlannedPoint> },
): ServicePlan {
  const { made, faults } = makersOf(plugins)
  for (const service of overrides) made.set(service.token.id, { plugin: 'services', path: 'services', service })
  const wrapped = decoratorsOf(plugins, new Set(made.keys()))
  const services = new Map([...made].map(([id, { service }]) => [id, service]))
  const { decorators } = wrapped
  const plan = { services, decorators }
  return { ...plan, faults: [...faults, ...wrapped.faults, ...findCycles(plan, points)] }
}

interface Maker {
  readonly plugin: string
  readonly path: string
  readonly service: Service
}

function makersOf(plugins: readonly SoundPlugin[]) {
  const made = new Map<string, Maker>()
  const faults = plugins.flatMap(({ plugin, path: at }) =>
    plugin.definition.services.flatMap((service) => {
      const { id } = service.token
      const path = at === '' ? 'services' : at
      const first = made.get(id)
      if (!first) made.set(id, { plugin: plugin.id, path, service })
      return first ? kernelErrors.fault('SERVICE_DUPLICATE', path, { id, first: first.plugin, second: plugin.id }) : []
    }),
  )
  return { made, faults }
}

function decoratorsOf(plugins: readonly SoundPlugin[], made: ReadonlySet<string>) {
  const ids = new Set(plugins.map(({ plugin }) => plugin.id))
  const parts = new Map<string, PlacedPart<Decorator>[]>()
  const faults: ConfigurationFault[] = []
  for (const plugin of plugins)
    for (const decorator of plugin.plugin.definition.decorates) {
      const part = placed(plugin, decorator.id, decorator)
      const target = decorator.token.id
      const others = parts.get(target) ?? []
      const fault = decoratorFault(part, { made: made.has(target), others })
      if (fault) faults.push(fault)
      else if (made.has(target)) parts.set(target, [...others, part])
    }
  const decorators = new Map<string, readonly Decorator[]>()
  for (const [target, list] of parts) {
    const { ordered, faults: misplaced } = placeInOrder(list, { target, plugins: ids })
    decorators.set(
      target,
      ordered.map(({ part }) => part),
    )
    faults.push(...misplaced)
  }
  return { decorators, faults }
}

function decoratorFault(
  { id, path, part }: PlacedPart<Decorator>,
  { made, others }: { readonly made: boolean; readonly others: readonly PlacedPart<Decorator>[] },
): ConfigurationFault | null {
  const target = part.token.id
  if (!made) {
    const maker = part.token.broughtBy === null ? 'that makes it' : `"${part.token.broughtBy}"`
    return part.ifPresent ? null : kernelErrors.fault('DECORATOR_TARGET_MISSING', path, { id, target, maker })
  }
  if (Object.values(part.needs).some((need) => need.id === target))
    return kernelErrors.fault('DECORATOR_NEEDS_ITSELF', path, { id, target })
  return others.some((other) => other.id === id)
    ? kernelErrors.fault('DECORATOR_DUPLICATE', path, { id, target })
    : null
}

const KERNEL_IDS = new Set(KERNEL_TOKENS.map(({ id }) => id))
const tokensOf = (needs: Needs): readonly Token<unknown>[] =>
  Object.values(needs).filter((token) => !isHandle(token) && !KERNEL_IDS.has(token.id))

/** Services and points by what they need: a service with its decorators is one node, a point with its contributions another. */
function needsById(
  { services, decorators }: PlannedServices,
  points: ReadonlyMap<string, PlannedPoint>,
): ReadonlyMap<string, readonly string[]> {
  const needs = new Map<string, readonly string[]>()
  const idsOf = (parts: readonly { readonly needs: Needs }[]) =>
    parts.flatMap((part) => tokensOf(part.needs).map(({ id }) => id))
  for (const [id, service] of services) needs.set(id, idsOf([service, ...(decorators.get(id) ?? [])]))
  for (const [id, { instances }] of points) needs.set(id, idsOf(instances.map(({ contribution }) => contribution)))
  return needs
}

/** Services and points that need each other in a circle: each circle once. */
function findCycles(plan: PlannedServices, points: ReadonlyMap<string, PlannedPoint>): readonly ConfigurationFault[] {
  const needs = needsById(plan, points)
  const done = new Set<string>()
  const faults: ConfigurationFault[] = []
  const visit = (id: string, path: readonly string[]): void => {
    const at = path.indexOf(id)
    if (at >= 0) {
      faults.push(kernelErrors.fault('SERVICE_CYCLE', 'services', { path: [...path.slice(at), id].join(' -> ') }))
      return
    }
    if (done.has(id)) return
    for (const next of needs.get(id) ?? []) visit(next, [...path, id])
    done.add(id)
  }
  for (const id of needs.keys()) visit(id, [])
  return faults
}
