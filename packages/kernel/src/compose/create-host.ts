import {
  AsyncResults,
  AttemptLog,
  AuthSchemes,
  Billing,
  CallTracer,
  type Clock,
  type ConfigurationFault,
  ConsentVerifiers,
  coreErrors,
  Documents,
  Envelopes,
  Ids,
  Keys,
  KnownKeys,
  LiveSources,
  Logger,
  Pricing,
  Secrets,
  type Service,
  SourceCaps,
  SourceCosts,
  SourceRouters,
  StandingConsents,
  Store,
  service,
  Upstream,
  Wallet,
  Wallets,
  WithdrawnConsents,
} from '@parakh/core'
import { asyncResultsOf } from '../async-result/deliver-result.ts'
import { ExternalKeys } from '../auth/external-keys.ts'
import type { PlannedJob } from '../background/run-jobs.ts'
import { Container, type PointInstance } from '../container.ts'
import { documentKinds } from '../handles/document-kinds.ts'
import { resolveNeeds } from '../handles/resolve-needs.ts'
import { AddressLimits } from '../limits/address-limits.ts'
import { MoneyGate } from '../limits/money-gate.ts'
import { ThrottledKeys } from '../limits/throttled-keys.ts'
import { ThrottledUsage } from '../limits/throttled-usage.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime, PluginRuntime } from '../runtime/endpoint-runtime.ts'
import { DeadlineTimers } from '../time/deadline-timers.ts'
import { FollowedClock } from '../time/shared-clock.ts'
import { WalletLink } from '../wallet/wallet-link.ts'
import { externalOf, ledgerDriver } from '../wallet/wallet-services.ts'
import { WalletTaskRunner } from '../wallet/wallet-task-runner.ts'
import { buildEndpoint, buildPlugin } from './build-runtimes.ts'
import { ComposedHost } from './composed-host.ts'
import { DeferredSources } from './deferred-sources.ts'
import { hostEnvelope } from './endpoint-envelope.ts'
import type { Host, HostedCommand, HostedRoute, HostOptions } from './host.ts'
import { HostedOperations } from './hosted-operations.ts'
import { type Plan, type PlannedPlugin, planHost } from './plan.ts'

/** Everything that is wrong with a composition, each with its path and what is allowed. Nothing is opened or started. */
export async function checkComposition(options: HostOptions): Promise<readonly ConfigurationFault[]> {
  return (await planHost(options)).faults
}

/**
 * Composes plugins and services into a host. Nothing runs beside calls until `start()`.
 *
 * @throws `INVALID_CONFIGURATION` with every fault; `SERVICE_FAILED`.
 * @example
 * const host = await createHost({ plugins: [ifsc()], services: defaults, settings })
 * const reply = await host.call('bank-ifsc-details', { ifsc: 'KKBK0000261' }, { apiKey, apiSecret })
 */
export async function createHost(options: HostOptions): Promise<Host> {
  const plan = await planHost(options)
  if (plan.faults.length > 0)
    throw coreErrors.error('INVALID_CONFIGURATION', { count: plan.faults.length }, { faults: plan.faults })
  const asyncResults = new DeferredAsyncResults()
  const sources = new DeferredSources()
  const settings = plan.plugins.flatMap(({ plugin, options: { settings: value } }) =>
    plugin.definition.settings ? [[plugin.definition.settings, value] as const] : [],
  )
  const { decorators, points } = plan
  const services = new Map([
    ...plan.services,
    [AsyncResults.id, asyncResults.service()],
    [LiveSources.id, sources.service()],
  ])
  const container = await Container.start({ services, decorators, points, values: settings })
  try {
    const { clock, database: databaseClock } = container.get(FollowedClock)
    const external = await externalWallet(container, { clock, driver: plan.points.get(Wallets.id)?.instances[0] })
    const made = { ...options, clock, schemes: schemesOf(plan, container) }
    const parts = { ...callParts(container, made, plan.plugins), external }
    const plugins = await Promise.all(plan.plugins.map((planned) => buildPlugin(parts, planned)))
    const runtimes = buildRuntimes(parts, plan.plugins, plugins)
    asyncResults.bind(asyncResultsOf(parts, runtimes))
    sources.bind(parts, { planned: plan.plugins, plugins, runtimes })
    const { jobs: queue } = container.get(Store)
    const jobs = { parts, runtimes, queue, jobs: jobsOf(plan.plugins, plugins) }
    return new ComposedHost({
      parts,
      runtimes,
      jobs,
      commands: commandsOf(parts, plan.plugins, plugins),
      routes: routesOf(plan, container),
      work: plan.work.map(({ part }) => ({ work: part, services: container.pick(part.needs) })),
      operations: new HostedOperations(plan, { parts, plugins }),
      logger: parts.logger,
      databaseClock,
    })
  } catch (error) {
    await container.dispose().catch(() => undefined)
    throw error
  }
}

/** Async results need the host, and services are built before it: this service is bound to it once it is there. */
class DeferredAsyncResults {
  #bound: AsyncResults | null = null
  bind(asyncResults: AsyncResults): void {
    this.#bound = asyncResults
  }
  service(): Service {
    return service(AsyncResults, {}, () => ({
      deliver: async (operation, reference, record) => this.#bound?.deliver(operation, reference, record),
      last: async (wallet, reference) => (await this.#bound?.last(wallet, reference)) ?? null,
    }))
  }
}

/** Tells the store who keeps production money. @returns Null: the store itself. */
async function externalWallet(
  container: Container,
  { clock, driver }: { readonly clock: Clock; readonly driver: PointInstance | undefined },
): Promise<CallParts['external']> {
  const wallet = externalOf(container.get(Wallets))
  const store = container.get(Store)
  await store.useWallet(
    driver?.contribution.id ?? ledgerDriver.id,
    wallet && { credits: driver?.contribution.capabilities.includes('credit') === true },
  )
  if (!wallet) return null
  const logger = container.get(Logger)
  const tasks = new WalletTaskRunner({ wallet, tasks: store.walletTasks, clock, logger })
  return { link: new WalletLink({ wallet, clock, logger }), tasks }
}

function callParts(
  container: Container,
  { settings, clock, schemes }: HostOptions & Pick<CallParts, 'clock' | 'schemes'>,
  planned: readonly PlannedPlugin[],
): Omit<CallParts, 'external'> {
  const store = container.get(Store)
  const ids = container.get(Ids)
  return {
    ...{ container, settings, clock, ids },
    owner: ids.next(),
    attempts: container.has(AttemptLog) ? container.get(AttemptLog) : null,
    addressLimits: new AddressLimits(clock, { ...settings, address: settings.limits.address }),
    billing: container.get(Billing),
    consentVerifiers: container.get(ConsentVerifiers),
    deadlines: new DeadlineTimers(clock, settings.deadlineMs),
    documents: container.has(Documents) ? container.get(Documents) : null,
    documentKinds: documentKinds(planned),
    envelope: hostEnvelope(container.get(Envelopes), settings),
    externalKeys: new ExternalKeys(container.get(Keys), clock),
    keys: container.get(Keys),
    knownKeys: container.get(KnownKeys),
    nonces: store.nonces,
    schemes,
    logger: container.get(Logger),
    moneyGate: new MoneyGate(store.money, container.get(Logger)),
    pricing: container.get(Pricing),
    records: store.records,
    secrets: container.get(Secrets),
    sourceCaps: container.has(SourceCaps) ? container.get(SourceCaps) : null,
    sourceCosts: container.has(SourceCosts) ? container.get(SourceCosts) : null,
    sourceRouters: container.get(SourceRouters),
    standingConsents: container.get(StandingConsents),
    subjects: store.subjects,
    throttledKeys: new ThrottledKeys(clock),
    throttledUsage: new ThrottledUsage(),
    tracer: container.has(CallTracer) ? container.get(CallTracer) : null,
    upstream: container.get(Upstream),
    wallet: container.get(Wallet),
    withdrawnConsents: container.get(WithdrawnConsents),
  }
}

/** The schemes of the configuration, in its order. */
function schemesOf({ points }: Plan, container: Container): CallParts['schemes'] {
  const made = container.get(AuthSchemes)
  const instances = points.get(AuthSchemes.id)?.instances ?? []
  return instances.flatMap(({ name, contribution }) => {
    const scheme = made.get(name)
    return scheme ? [{ name, driver: contribution.id, scheme }] : []
  })
}

function buildRuntimes(parts: CallParts, planned: readonly PlannedPlugin[], plugins: readonly PluginRuntime[]) {
  const runtimes = new Map<string, EndpointRuntime>()
  for (const [index, { plugin }] of planned.entries())
    for (const endpoint of plugin.definition.endpoints) {
      const runtime = plugins[index]
      if (runtime) runtimes.set(endpoint.id, buildEndpoint(parts, endpoint, runtime))
    }
  return runtimes
}

function jobsOf(planned: readonly PlannedPlugin[], plugins: readonly PluginRuntime[]): ReadonlyMap<string, PlannedJob> {
  const jobs = new Map<string, PlannedJob>()
  for (const [index, { plugin }] of planned.entries())
    for (const job of plugin.definition.jobs) {
      const runtime = plugins[index]
      if (runtime) jobs.set(job.id, { job, plugin: runtime })
    }
  return jobs
}

function routesOf({ routes }: Plan, container: Container): readonly HostedRoute[] {
  return routes.map(({ plugin, part: route }) => {
    const services = container.pick(route.needs)
    return { plugin, route, handle: (request, answer) => route.handle({ request, answer, services }) }
  })
}

function commandsOf(
  parts: CallParts,
  planned: readonly PlannedPlugin[],
  plugins: readonly PluginRuntime[],
): readonly HostedCommand[] {
  return planned.flatMap(({ plugin }, index) =>
    plugin.definition.commands.flatMap((command) => {
      const runtime = plugins[index]
      if (!runtime) return []
      const where = `the command "${plugin.id} ${command.name}"`
      const unbound = {
        parts,
        plugin: runtime,
        wallet: null,
        staging: null,
        call: null,
        caller: null,
        given: {},
        where,
      }
      const run: HostedCommand['run'] = (args, progress) =>
        command.run({ args, progress, services: resolveNeeds(command.needs, unbound) })
      return { plugin: plugin.id, command, run }
    }),
  )
}
