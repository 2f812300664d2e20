import { fileURLToPath } from 'node:url'
import { Accounts, AttemptLog, errorFacts, inr, isParakhError, Keys, Wallet } from '@parakh/core'
import { loadConfig } from '@parakh/server'
import { type CheckedConfig, copyConfiguredDatabase, openHost } from '@parakh/server/host'
import { collectingLogger } from '@parakh/testkit'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod'
import { databaseOn, type OwnDatabase, openTables } from '../../test/databases.ts'

type Host = Awaited<ReturnType<typeof openHost>>

const logger = collectingLogger()
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const loaded = await loadConfig(fileURLToPath(new URL('parakh.yaml', import.meta.url)), {
  environment: {},
  allowDevelopmentSecrets: true,
  logger,
})

async function configOn(engine: 'sqlite3' | 'pg') {
  const own = await databaseOn(engine)
  ends.push(() => own.drop())
  const server = { ...loaded.server, publicUrl: 'https://api.acme.example' }
  const config: CheckedConfig = { ...loaded, server, database: own.options }
  return { own, config }
}

/** Every table that is numbered by the database, from the catalog of PostgreSQL. SQLite has the same tables. */
async function numberedTables(postgres: OwnDatabase): Promise<readonly string[]> {
  const knex = openTables(postgres)
  const { rows }: { rows: unknown } = await knex.raw(
    `select distinct table_name as name from information_schema.columns
      where table_schema = current_schema() and (is_identity = 'YES' or column_default like 'nextval(%')
        and table_name in (select c.relname from pg_class c where not c.relispartition)`,
  )
  await knex.destroy()
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name)
    .filter((name) => !name.includes('migration'))
    .sort()
}

async function rowsOf(own: OwnDatabase, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const knex = openTables(own)
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, Number((await knex(name).count({ rows: '*' }).first())?.['rows']))
  await knex.destroy()
  return counts
}

/** Values for the inputs of operations, by the name of the field. */
const fieldsFor = (accountId: string, keyId: string, nth: number) => ({
  account_id: accountId,
  id: accountId,
  key_id: keyId,
  environment: 'sandbox',
  amount: '5.00',
  price: '500.00',
  reference: `reference-${nth}`,
  reason: 'copied',
  name: `Copied ${nth}`,
  role: 'developer',
  label: 'copied',
  plugin: 'pan',
  operation: 'details',
  endpoint: 'pan-details',
  cost: '0.10',
  utr: `AXIS0000000000${nth + 10}`,
  url: 'https://example.com/hook',
  events: ['wallet.credited'],
  rate: '1.00',
  plan: 'starter',
  month: '2026-01',
  email: `owner-${nth}@example.com`,
  consent: 'Y',
})

/** Runs every write operation that takes these values. @returns How many ran, and the errors of the database. */
async function runWrites(host: Host, fields: Readonly<Record<string, unknown>>) {
  const failures: string[] = []
  let done = 0
  for (const { operation } of host.operations) {
    if (operation.effect === 'read') continue
    const names = Object.keys(operation.input.shape).filter((name) => name in fields)
    const input = Object.fromEntries(names.map((name) => [name, fields[name]]))
    if (!operation.input.safeParse(input).success) continue
    try {
      await host.run(operation, input as never, { operator: 'asha' })
      done += 1
    } catch (error) {
      if (!isParakhError(error) || error.code === 'OPERATION_REFUSED')
        failures.push(`${operation.id}: ${JSON.stringify(errorFacts(error))}`)
    }
  }
  return { done, failures }
}

/** Calls every lookup in the sandbox, runs every write operation, and books a cost. */
async function writeEverywhere(config: CheckedConfig, nth: number) {
  const host = await openHost(config, { migrate: true, logger: false })
  const { id: accountId } = await host.get(Accounts).create({ name: `Acme ${nth}`, role: 'developer' })
  await host.get(Accounts).approveKyc(accountId)
  const { key } = await host.get(Keys).create({ accountId, environment: 'sandbox' })
  await host.get(Wallet).credit({
    accountId,
    environment: 'sandbox',
    amount: inr('10000'),
    reference: `funds-${nth}`,
    actor: 'test',
  })
  const answered = new Set<string>()
  for (const { id: plugin, definition } of config.plugins)
    for (const { id, fixtures } of definition.endpoints)
      for (const { request } of fixtures.filter(({ scenario }) => scenario === 'success').slice(0, 1)) {
        const reply = await host.call(id, request as never, { keyId: key.id }, { requestId: `call-${nth}-${id}` })
        expect([id, reply.status]).toEqual([id, expect.any(Number)])
        expect([id, reply.code]).not.toEqual([id, 'INTERNAL_ERROR'])
        if (reply.status === 200) answered.add(plugin)
      }
  const { done, failures } = await runWrites(host, fieldsFor(accountId, key.id, nth))
  host.get(AttemptLog).record({
    reference: `attempt-${nth}`,
    accountId,
    environment: 'production',
    endpoint: 'pan-details',
    plugin: 'pan',
    provider: 'pan/http#0',
    operation: 'details',
    outcome: 'answer',
    at: Date.now(),
  })
  await host.stop()
  return { answered, done, failures }
}

it.each([
  ['sqlite3', 'pg'],
  ['pg', 'sqlite3'],
  ['pg', 'pg'],
] as const)('a copy from %s to %s takes writes of every plugin in every numbered table', async (from, to) => {
  const [source, target] = [await configOn(from), await configOn(to)]
  expect(await writeEverywhere(source.config, 1)).toMatchObject({ failures: [] })
  await copyConfiguredDatabase({ from: source.config, to: target.config, logger })
  const names = await numberedTables(to === 'pg' ? target.own : source.own)
  const before = await rowsOf(target.own, names)
  const { answered, done, failures } = await writeEverywhere(target.config, 2)
  expect(failures).toEqual([])
  expect(answered.size).toBeGreaterThan(8)
  expect(done).toBeGreaterThan(10)
  const after = await rowsOf(target.own, names)
  const grown = names.filter((name) => (after.get(name) ?? 0) > (before.get(name) ?? 0))
  expect(grown).toEqual(names)
  expect(names.length).toBeGreaterThan(7)
})
