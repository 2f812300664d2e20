import {
  AccountViews,
  AdminSchemes,
  Alerts,
  AuthSchemes,
  BalanceHeaders,
  Clock,
  CONTRACT,
  type Composition,
  type ConfigurationFault,
  ConsentVerifiers,
  definePlugin,
  Envelopes,
  Erasers,
  EventSinks,
  envelopeDrivers,
  HostCatalogue,
  HostScopes,
  Ids,
  KeyProviders,
  Logger,
  Metrics,
  OfferedEndpoints,
  type Plugin,
  PriceRules,
  Retention,
  type Route,
  type Scope,
  Secrets,
  ServerBrand,
  type Service,
  type Source,
  SourceCaps,
  SourceRouters,
  Store,
  service,
  type Token,
  Upstream,
  Wallet,
  Wallets,
  type Work,
  WorkQueues,
} from '@parakh/core'
import { bearerScheme } from '../auth/bearer-scheme.ts'
import { keyScheme } from '../auth/key-scheme.ts'
import { knownKeys } from '../auth/known-keys.ts'
import { jobMetrics } from '../background/job-metrics.ts'
import { outboxMetrics } from '../background/outbox-metrics.ts'
import { standingConsents } from '../consent/standing-consents.ts'
import { withdrawnConsents } from '../consent/withdrawn-consents.ts'
import { kernelErrors } from '../error-codes.ts'
import { configuredPriceRule, pricingByRules } from '../pricing/price-services.ts'
import { routerDrivers } from '../routers/router-drivers.ts'
import type { CheckedOptions } from '../runtime/checked-options.ts'
import { checkTables } from '../tables/check-tables.ts'
import { storeWithTables, tableServices } from '../tables/table-services.ts'
import { sharedClocks } from '../time/shared-clock.ts'
import { moveReservations } from '../wallet/move-reservations.ts'
import { operatorActs } from '../wallet/operator-acts.ts'
import { reservedAllotments } from '../wallet/reserved-allotments.ts'
import { externalBalances, externalThresholds, ledgerDriver } from '../wallet/wallet-services.ts'
import { walletTaskMetrics } from '../wallet/wallet-task-metrics.ts'
import { checkConsents } from './check-consents.ts'
import { checkEndpoints } from './check-endpoints.ts'
import { checkNeeds, KERNEL_TOKENS } from './check-needs.ts'
import { checkOperations } from './check-operations.ts'
import { checkRoutes } from './check-routes.ts'
import { checkSchemas } from './check-schemas.ts'
import { checkSchemes } from './check-schemes.ts'
import { checkPrices, checkSwitches } from './check-sold-items.ts'
import { checkWork } from './check-work.ts'
import { everythingEntitled } from './everything-entitled.ts'
import type { HostOptions } from './host.ts'
import { hostCatalogue } from './host-catalogue.ts'
import { type PlannedProvider, planProvider, planSource } from './live-providers.ts'
import { capFaults, entryFaults, namedLive, ownEntry } from './named-live.ts'
import { type PlacedPart, placed as placedPart, type SoundPlugin } from './placed-part.ts'
import { type PlannedOperations, planOperations } from './plan-operations.ts'
import { driversOf, type PlannedPoint, planPoints } from './plan-points.ts'
import { withRouting } from './plan-routing.ts'
import { type PlannedServices, planServices } from './plan-services.ts'
import { checkOptions } from './plugin-options.ts'
import { storeParts } from './store-parts.ts'

/** A plugin whose options are checked and whose providers are found. */
export interface PlannedPlugin {
  readonly plugin: Plugin
  readonly path: string
  readonly options: CheckedOptions
  readonly live: readonly PlannedProvider[]
  readonly sandbox: PlannedProvider | null
}
/** A composition before anything is built: every fault, or what to build. */
export interface Plan extends PlannedServices, PlannedOperations {
  readonly plugins: readonly PlannedPlugin[]
  readonly points: ReadonlyMap<string, PlannedPoint>
  readonly routes: readonly PlacedPart<Route>[]
  readonly work: readonly PlacedPart<Work>[]
  readonly faults: readonly ConfigurationFault[]
}

/** Services without which there is no host. */
const REQUIRED: readonly Token<unknown>[] = [Clock, Ids, Logger, Secrets, Store, Upstream, Wallet]

/** Plans a host: nothing is opened or started. Every fault is found in one go. */
export async function planHost(options: HostOptions): Promise<Plan> {
  const pathOf = (plugin: Plugin): string => options.paths?.[plugin.id] ?? `plugins.${plugin.id}`
  const ofContract = options.plugins.filter(({ contract }) => contract === CONTRACT)
  const foreign = new Map(ofContract.map((plugin) => [plugin, checkSchemas(plugin, pathOf(plugin))]))
  const sound = ofContract.filter((plugin) => foreign.get(plugin)?.length === 0)
  const planned = sound.map((plugin) => planPlugin(plugin, pathOf(plugin), options))
  const given = sound.map((plugin) => ({ plugin, path: pathOf(plugin) }))
  const consents = new Map(planned.flatMap(({ plugin: one }) => (one ? [[one.plugin.id, one.options.consent]] : [])))
  const parts = [corePlugin(options, { plugins: given, consents, scopes: () => operations.scopes }), ...given]
  const { points: placedPoints, faults: pointFaults } = planPoints(parts)
  const { points, faults: routingFaults } = withRouting(placedPoints, given)
  const made = planServices(parts, { overrides: options.overrides ?? [], points })
  const provided = new Set([...made.services.keys(), ...points.keys(), ...KERNEL_TOKENS.map(({ id }) => id)])
  const placed = sound.map((plugin, index) => ({
    plugin,
    path: pathOf(plugin),
    mount: planned[index]?.plugin?.options.mount ?? plugin.definition.mount,
  }))
  const routes = parts.flatMap((part) =>
    part.plugin.definition.routes.map((route) => placedPart(part, route.id, route)),
  )
  const work = parts.flatMap((part) => part.plugin.definition.work.map((one) => placedPart(part, one.id, one)))
  const { faults: operationFaults, ...operations } = planOperations(parts)
  const faults = [
    ...checkPluginIds(options.plugins, pathOf),
    ...[...foreign.values()].flat(),
    ...planned.flatMap((plan) => plan.faults),
    ...checkEndpoints(placed),
    ...checkWork(work),
    ...checkRoutes(routes, { endpoints: placed, ownPaths: options.ownPaths ?? [] }),
    ...sound.flatMap((plugin) => checkOperations(plugin, pathOf(plugin))),
    ...sound.flatMap((plugin) => checkTables(plugin, pathOf(plugin))),
    ...operationFaults,
    ...pointFaults,
    ...routingFaults,
    ...capFaults(given, provided.has(SourceCaps.id)),
    ...made.faults,
    ...parts.flatMap(({ plugin, path }) => checkNeeds(plugin, path === '' ? 'services' : path, provided)),
    ...(await checkSettings(parts, {
      ...{ planned: planned.flatMap(({ plugin }) => plugin ?? []), points, provided },
      options,
    })),
    // A scheme that is chosen wrongly is told by itself: that nothing accepts its callers follows from it.
    ...(pointFaults.some(({ path }) => path.startsWith('auth'))
      ? []
      : checkSchemes(sound, driversOf(points, AuthSchemes.id))),
    ...checkConsents(
      planned.flatMap(({ plugin }) => plugin ?? []),
      driversOf(points, ConsentVerifiers.id),
    ),
    ...checkPrices(options),
    ...checkSwitches(options),
    ...REQUIRED.filter(({ id }) => !provided.has(id)).map(({ id }) =>
      kernelErrors.fault('SERVICE_MISSING', 'services', { id, needer: 'every host', allowed: '' }),
    ),
  ]
  const { services, decorators } = made
  const plugins = planned.flatMap(({ plugin }) => plugin ?? [])
  return { faults, plugins, services, decorators, points, routes, work, ...operations }
}

/** What core's services tell of the plugins of a host. */
interface Composed {
  readonly plugins: readonly SoundPlugin[]
  /** What their configuration says of consent, by plugin id. */
  readonly consents: ReadonlyMap<string, CheckedOptions['consent']>
  scopes(): readonly Scope[]
}

/** Core is a plugin as any other: it owns points, makes services and brings drivers. Its sections stand at the top of the configuration. */
function corePlugin(options: HostOptions, { plugins, consents, scopes }: Composed): SoundPlugin {
  const { services, core = {}, choices = {}, settings } = options
  const { definition } = definePlugin({
    id: 'core',
    contract: CONTRACT,
    services: [
      ...[pricingByRules, knownKeys, moveReservations, operatorActs, everythingEntitled, standingConsents(consents)],
      service(HostScopes, {}, scopes),
      ...tableServices(plugins),
      ...[
        withdrawnConsents,
        ...sharedClocks,
        ...storeParts,
        retentionOf(settings),
        offeredEndpoints(plugins, settings),
      ],
      service(HostCatalogue, {}, () => hostCatalogue(options)),
      service(ServerBrand, {}, () => options.brand),
      ...services,
    ],
    points: [
      AccountViews,
      AdminSchemes,
      Alerts,
      AuthSchemes,
      BalanceHeaders,
      ConsentVerifiers,
      PriceRules,
      EventSinks,
      Envelopes,
      Erasers,
      KeyProviders,
      Metrics,
      SourceRouters,
      Wallets,
      WorkQueues,
      ...(core.points ?? []),
    ],
    contributes: [
      ...[configuredPriceRule(settings.priceOverrides), ledgerDriver, jobMetrics, outboxMetrics, walletTaskMetrics],
      ...[keyScheme(settings.legacyQueryKey === 'sufficient'), bearerScheme],
      ...[...envelopeDrivers, ...routerDrivers, ...(core.contributes ?? [])],
    ],
    decorates: [
      ...[storeWithTables(plugins), externalBalances, externalThresholds, reservedAllotments],
      ...(core.decorates ?? []),
    ],
    requires: core.requires ?? [],
    operations: core.operations ?? [],
    errors: [kernelErrors, ...(core.errors ?? [])],
  })
  return { path: '', plugin: { id: 'core', contract: CONTRACT, definition, options: choices } }
}

const EVENT_DAYS = 30

/** The endpoints of all plugins, without those that the configuration switches off. */
const offeredEndpoints = (plugins: readonly SoundPlugin[], { switchedOff = [] }: HostOptions['settings']): Service =>
  service(OfferedEndpoints, {}, () =>
    plugins.flatMap(({ plugin }) => plugin.definition.endpoints).filter(({ id }) => !switchedOff.includes(id)),
  )

const retentionOf = ({
  replayDays,
  usageDays,
  usageVisibleDays,
  eventDays,
  consentDays = null,
  erasure = null,
}: HostOptions['settings']): Service =>
  service(Retention, {}, () => ({
    ...{ replayDays, usageDays, usageVisibleDays: usageVisibleDays ?? usageDays },
    eventDays: eventDays ?? EVENT_DAYS,
    ...{ consentDays, erasure },
  }))

/** What plugins find in their own settings. */
async function checkSettings(
  parts: readonly SoundPlugin[],
  {
    planned,
    points,
    provided,
    options,
  }: {
    planned: readonly PlannedPlugin[]
    points: ReadonlyMap<string, PlannedPoint>
    provided: ReadonlySet<string>
    options: HostOptions
  },
): Promise<readonly ConfigurationFault[]> {
  const composition: Omit<Composition, 'section'> = {
    brand: options.brand,
    catalogue: hostCatalogue(options),
    endpoints: parts.flatMap(({ plugin }) => plugin.definition.endpoints),
    plugins: parts.map(({ plugin }) => plugin.id),
    has: ({ id }) => provided.has(id),
    chosen: (point) => driversOf(points, point.id),
  }
  const checked = planned.map(async ({ plugin, path, options: { settings } }) => {
    const found = (await plugin.definition.check?.(settings as never, { ...composition, section: path })) ?? []
    return found.map((fault) => {
      if ('code' in fault) return fault
      const { path: at, message: detail, allowed } = fault
      return kernelErrors.fault('PLUGIN_CHECK_FAILED', `${path}.${at}`, { detail, allowed })
    })
  })
  return (await Promise.all(checked)).flat()
}

function checkPluginIds(plugins: readonly Plugin[], pathOf: (plugin: Plugin) => string): readonly ConfigurationFault[] {
  const seen = new Set<string>()
  return plugins.flatMap((plugin) => {
    const { id, contract } = plugin
    if (contract !== CONTRACT)
      return kernelErrors.fault('PLUGIN_CONTRACT_MISMATCH', pathOf(plugin), { id, found: contract, allowed: CONTRACT })
    if (seen.has(id)) return kernelErrors.fault('PLUGIN_DUPLICATE', pathOf(plugin), { id })
    seen.add(id)
    return []
  })
}

function planPlugin(
  plugin: Plugin,
  path: string,
  host: HostOptions,
): { readonly plugin: PlannedPlugin | null; readonly faults: readonly ConfigurationFault[] } {
  const { options, faults } = checkOptions(plugin, path)
  const contract = plugin.definition.provider
  const found: ConfigurationFault[] = [...faults]
  const keep = (planned: { planned: PlannedProvider | null; faults: readonly ConfigurationFault[] }) => {
    found.push(...planned.faults)
    return planned.planned ?? []
  }
  const named = namedLive(plugin, path)
  if (!contract) {
    const fault = kernelErrors.fault('PLUGIN_OPTIONS_INVALID', `${path}.live`, {
      detail: 'this plugin asks no provider',
    })
    return {
      plugin: options && { plugin, path, options, live: [], sandbox: null },
      faults: named.length > 0 ? [...found, fault] : found,
    }
  }
  found.push(...entryFaults(named, contract))
  const planning = { plugin, contract, compile: host.compile ?? null }
  const live = named.flatMap(({ source, path: at, entry }) =>
    keep(planProvider(source, { ...planning, entry, path: at })),
  )
  if (!options) return { plugin: null, faults: found }
  const own = (source: Source, part: string) =>
    keep(planSource(source, { ...planning, entry: ownEntry(`${plugin.id}/${part}`, source), path: `${path}.${part}` }))
  const { definition } = plugin
  const bundled = named.length === 0 && definition.live ? [own(definition.live, definition.live.provider)].flat() : []
  const sandbox = definition.sandbox ? [own(definition.sandbox, 'sandbox')].flat() : []
  return { plugin: { plugin, path, options, live: [...live, ...bundled], sandbox: sandbox[0] ?? null }, faults: found }
}
