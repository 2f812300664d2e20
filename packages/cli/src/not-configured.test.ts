import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PluginFactory } from '@parakh/core'
import { createServer, loadConfig } from '@parakh/server'
import type { Command } from 'commander'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { tablesIn } from '../../../test/databases.ts'
import { CONFIGURATION, type TestCli, testCli } from '../test/test-cli.ts'
import { addConfiguredCommands } from './commands/configured-commands.ts'
import { buildProgram } from './program.ts'

const PARAKH = fileURLToPath(new URL('../bin/parakh.js', import.meta.url))

/** What the platform has itself: what calls earned belongs to the ledger, and each call has a price. */
const KEPT: readonly string[] = ['parakh_commission_rollup', 'accounts_apis_prices', 'accounts apis prices']

/** The modules that a process of the real command loads, until it ends or, for one that serves, until it is ready: V8 names them. */
async function modulesOf(cli: TestCli, args: readonly string[]): Promise<readonly string[]> {
  const coverage = join(cli.folder, `coverage-${args[0]}`)
  const child = spawn(process.execPath, [PARAKH, ...args], {
    ...{ cwd: cli.folder, stdio: ['ignore', 'pipe', 'inherit'] },
    env: { ...process.env, NODE_V8_COVERAGE: coverage },
  })
  if (args[0] === 'serve') child.stdout?.once('data', () => child.kill('SIGTERM'))
  expect((await once(child, 'exit'))[0]).toBe(0)
  const files = await readdir(coverage)
  const texts = await Promise.all(files.map((file) => readFile(join(coverage, file), 'utf8')))
  return texts.flatMap((text) => Coverage.parse(JSON.parse(text)).result.map(({ url }) => url))
}
const Coverage = z.object({ result: z.array(z.object({ url: z.string() })) })
const featuresIn = (modules: readonly string[]): readonly string[] => {
  // The plugin of lookups is loaded in any case: else nothing was seen.
  expect(modules.some((url) => url.includes('/packages/providers/ifsc/'))).toBe(true)
  return [...new Set(modules.flatMap((url) => /\/packages\/features\/([^/]+)\//.exec(url)?.[1] ?? []))]
}

/** What can be seen of a server, sorted. */
const PARTS = ['tables', 'routes', 'operations', 'calls', 'commands', 'background', 'metrics'] as const
type Seen = Readonly<Record<(typeof PARTS)[number], readonly string[]>>

/** Names of all commands, such as `keys create`. */
const namesOf = (command: Command, above: readonly string[] = []): readonly string[] =>
  command.commands.flatMap((one) => {
    const path = [...above, one.name()]
    const below = namesOf(one, path)
    return below.length > 0 ? below : [path.join(' ')]
  })

async function commandsOf(cli: TestCli): Promise<readonly string[]> {
  const session = { terminal: cli.terminal(), exitCode: 0, log: null }
  const typed = { config: undefined, help: true, isBuiltIn: true }
  const listed = await buildProgram(session, { version: '0.0.0' })
  await addConfiguredCommands(listed, session, { ...typed, words: [] })
  const all: string[] = []
  for (const group of listed.commands.map((command) => command.name())) {
    const program = await buildProgram(session, { version: '0.0.0', group })
    await addConfiguredCommands(program, session, { ...typed, words: [group] })
    const own = program.commands.filter((command) => command.name() === group)
    all.push(...own.flatMap((command) => (command.commands.length > 0 ? namesOf(command, [group]) : [group])))
  }
  return all
}

const operationsOf = (document: { paths: Readonly<Record<string, object>> }, methodless = false): readonly string[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) =>
      methodless ? String(operation.operationId) : `${method.toUpperCase()} ${path}`,
    ),
  )

/** A server with the branches of banks, and what stands besides under `plugins`. */
async function seenWith(plugins: string): Promise<Seen> {
  await using cli = await testCli(
    CONFIGURATION.replace(/^plugins: .*$/m, `plugins: { '@parakh/ifsc': {}, ${plugins} }`),
  )
  const config = await loadConfig(join(cli.folder, 'parakh.yaml'), { logger: false })
  const server = await createServer({ ...config, development: true }, { logger: false })
  try {
    const get = async (url: string) => (await server.app.inject({ url })).payload
    // What is counted is exported from then on.
    await get('/documents/of-nobody')
    const definitions = config.plugins.map(({ definition }) => definition)
    const seen = {
      tables: await tablesIn(join(cli.folder, 'data', 'test.db')),
      routes: server.host.routes.map(({ route }) => `${route.method} ${route.path}`),
      operations: operationsOf(JSON.parse(await get('/admin/v1/openapi.json')), true),
      calls: operationsOf(JSON.parse(await get('/openapi.json'))),
      commands: await commandsOf(cli),
      background: definitions.flatMap(({ jobs, work }) => [...jobs, ...work].map(({ id }) => id)),
      // Those of jobs are there while a job is due, whoever brought it.
      metrics: [...(await get('/metrics')).matchAll(/^# TYPE ((?!parakh_jobs_)\S+)/gm)].map(([, name = '']) => name),
    }
    return Object.fromEntries(PARTS.map((part) => [part, [...seen[part]].sort()])) as unknown as Seen
  } finally {
    await server.close()
  }
}

/** What one feature brings beside its tables: nothing else, and all of it goes with it. */
const BROUGHT: Readonly<Record<string, Partial<Omit<Seen, 'tables'>>>> = {
  analytics: {
    operations: ['analytics_figures'],
    commands: ['analytics'],
    background: ['analytics.roll-up'],
  },
  documents: {
    routes: ['GET /documents/verify/{mark...}', 'GET /documents/{token...}'],
    metrics: ['parakh_document_fetches_total'],
  },
  funding: {
    routes: ['POST /gateways/{gateway}/callback'],
    operations: [
      ...['funding_approve', 'funding_assign_suspense', 'funding_chargeback', 'funding_close_suspense'],
      ...[
        'funding_confirm_upi_qr',
        'funding_gateway_events',
        'funding_get',
        'funding_list',
        'funding_methods',
        'funding_open_order',
        'funding_open_upi_qr',
      ],
      ...['funding_reject', 'funding_release', 'funding_submit_transfer', 'funding_suspense'],
    ],
    commands: [
      ...[
        'funding approve',
        'funding chargeback',
        'funding confirm',
        'funding gateway events',
        'funding gateway order',
        'funding list',
        'funding methods',
      ],
      ...['funding reject', 'funding release', 'funding show', 'funding suspense assign', 'funding suspense close'],
      ...['funding suspense list', 'funding upi-qr', 'funding utr submit'],
    ],
  },
  invoicing: {
    operations: [
      ...['billing_get', 'billing_set', 'invoices_credit', 'invoices_get', 'invoices_issue', 'invoices_list'],
      ...['invoices_pdf', 'statements_commission', 'statements_wallet'],
    ],
    commands: [
      ...['accounts billing set', 'accounts billing show', 'invoices credit-note', 'invoices issue'],
      ...['invoices list', 'invoices pdf', 'invoices show', 'statements commission', 'statements wallet'],
    ],
    background: ['invoicing.close-month'],
  },
  plans: {
    operations: [
      ...[
        'plans_availability',
        'plans_cancel',
        'plans_change',
        'plans_get',
        'plans_list',
        'plans_preview',
        'plans_renew',
      ],
      ...['plans_subscribe', 'subscriptions_list'],
    ],
    commands: [
      ...[
        'plans availability',
        'plans cancel',
        'plans change',
        'plans list',
        'plans preview',
        'plans renew',
        'plans show',
      ],
      ...['plans subscribe', 'plans subscriptions'],
    ],
    background: ['plans.renew'],
  },
  resale: {
    operations: [
      ...['brands_clear', 'brands_get', 'brands_proof', 'brands_set'],
      ...['commissions_convert', 'commissions_get', 'commissions_rate'],
      ...['commissions_set', 'commissions_statement', 'costs_list', 'costs_margins', 'costs_reconcile', 'costs_set'],
      ...['prices_items', 'prices_list', 'prices_set', 'prices_unset', 'quotes_explain', 'quotes_simulate'],
    ],
    commands: [
      ...['accounts brand clear', 'accounts brand proof', 'accounts brand set', 'accounts brand show'],
      'commissions convert',
      ...['commissions rate', 'commissions set', 'commissions show', 'commissions statement', 'costs list'],
      ...['costs margins', 'costs reconcile', 'costs set', 'prices list', 'prices set', 'prices unset', 'quote'],
    ],
    background: ['resale.book-waiting-attempts', 'resale.commission', 'resale.purge-costs', 'resale.settle-commission'],
    metrics: ['parakh_costs_not_booked_seconds'],
  },
  webhooks: {
    operations: [
      ...['webhooks_create', 'webhooks_delete', 'webhooks_deliveries', 'webhooks_disable', 'webhooks_enable'],
      ...['webhooks_event', 'webhooks_event_types', 'webhooks_events'],
      ...['webhooks_get', 'webhooks_list', 'webhooks_list_all', 'webhooks_replay', 'webhooks_replay_any'],
      ...['webhooks_replay_event', 'webhooks_rotate', 'webhooks_test', 'webhooks_update'],
    ],
    calls: [
      ...['GET /api/v1/webhooks', 'GET /api/v1/webhooks/{endpoint_id}'],
      ...['GET /api/v1/webhooks/{endpoint_id}/deliveries', 'POST /api/v1/webhook-events/{event_id}/replay'],
      ...['POST /api/v1/webhooks', 'POST /api/v1/webhooks/{endpoint_id}'],
      ...['delete', 'disable', 'enable', 'replay', 'rotate', 'test'].map(
        (act) => `POST /api/v1/webhooks/{endpoint_id}/${act}`,
      ),
    ],
    commands: [
      ...[
        'create',
        'delete',
        'deliveries',
        'disable',
        'enable',
        'event',
        'event-types',
        'events',
        'get',
        'list',
        'replay',
        'rotate',
        'test',
        'update',
      ].map((act) => `webhooks ${act}`),
    ],
    background: ['webhooks.deliver'],
    metrics: [
      ...['parakh_webhook_attempt_duration_seconds', 'parakh_webhook_attempts_total'],
      ...['parakh_webhook_endpoints_disabled', 'parakh_webhook_oldest_due_seconds'],
      'parakh_webhook_pending_deliveries',
    ],
  },
}
const BROUGHT_NOTHING = { routes: [], operations: [], calls: [], commands: [], background: [], metrics: [] }
const without = (all: Seen, some: Seen): Partial<Seen> =>
  Object.fromEntries(PARTS.map((part) => [part, all[part].filter((name) => !some[part].includes(name))]))

describe('what is not configured is not there', () => {
  let alone: Seen
  beforeAll(async () => {
    alone = await seenWith('')
  })

  it('a server of one plugin of lookups has nothing of any feature', () => {
    const words =
      /analytic|document|funding|gateway|invoic|statement|billing|plan|subscri|price|quote|commission|cost|brand|webhook/
    for (const part of PARTS)
      expect([part, alone[part].filter((name) => words.test(name) && !KEPT.includes(name))]).toEqual([part, []])
    expect(alone).toMatchObject({ routes: [], background: [] })
    // It is a server all the same.
    expect(alone.calls).toContain('GET /api/v1/bank-ifsc-details')
    expect(alone.commands).toEqual(expect.arrayContaining(['serve', 'keys create', 'wallets credit', 'ifsc import']))
  })

  it.each(Object.keys(BROUGHT))('a server with %s has exactly what that brings', async (feature) => {
    const found = await seenWith(`'@parakh/${feature}': {}`)
    const { tables: added = [], ...brought } = without(found, alone)
    expect(brought).toEqual({ ...BROUGHT_NOTHING, ...BROUGHT[feature] })
    const { default: factory }: { default: PluginFactory } = await import(
      new URL(`../../features/${feature}/src/index.ts`, import.meta.url).href
    )
    const own = factory.definition.tables?.names ?? []
    expect(added).toEqual(own.map((name) => `parakh_${feature}_${name}`).sort())
    expect(own.length > 0).toBe(feature !== 'documents')
    expect(without(alone, found)).toEqual({ tables: [], ...BROUGHT_NOTHING })
  })

  it('the code of a feature is loaded where it is listed, and nowhere else', async () => {
    const listed = (plugins: string) => CONFIGURATION.replace(/^plugins: .*$/m, `plugins: { ${plugins} }`)
    await using cli = await testCli(listed("'@parakh/ifsc': {}"))
    expect(featuresIn(await modulesOf(cli, ['serve', '--port', '0', '--migrate']))).toEqual([])
    await writeFile(join(cli.folder, 'parakh.yaml'), listed("'@parakh/ifsc': {}, '@parakh/plans': {}"))
    expect(featuresIn(await modulesOf(cli, ['config', 'check']))).toEqual(['plans'])
  })
})
