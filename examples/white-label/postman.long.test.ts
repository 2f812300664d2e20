import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Plugin } from '@parakh/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { type ServedSandbox, servedSandbox } from './served-sandbox.ts'

const run = promisify(execFile)
const newman = fileURLToPath(new URL('node_modules/.bin/newman', import.meta.url))
const Report = z.object({
  run: z.object({
    stats: z.object({
      assertions: z.object({ total: z.int(), failed: z.int() }),
      requests: z.object({ total: z.int() }),
    }),
    executions: z.array(
      z.object({ item: z.object({ name: z.string() }), response: z.object({ code: z.int() }).optional() }),
    ),
    failures: z.array(z.object({ source: z.object({ name: z.string() }), error: z.object({ message: z.string() }) })),
  }),
})

let folder: string
let sandbox: ServedSandbox
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parakh-postman-'))
  sandbox = await servedSandbox()
})
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a collection of the good server against a server. @returns Its exit code, and what it reports. */
async function runCollection(path: string, against: ServedSandbox) {
  const [collection, report] = [join(folder, 'collection.json'), join(folder, 'report.json')]
  await writeFile(collection, JSON.stringify(await sandbox.fetchJson(path)))
  const { apiKey, apiSecret } = await against.account()
  const variables = { baseUrl: against.url, apiKey, apiSecret }
  const set = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`])
  const reporter = ['--reporters', 'json', '--reporter-json-export', report]
  const code = await run(newman, ['run', collection, ...set, ...reporter], { maxBuffer: 50_000_000 }).then(
    () => 0,
    (error: { code: number }) => error.code,
  )
  return { code, ...Report.parse(JSON.parse(await readFile(report, 'utf8'))).run }
}

it('runs green against the server that made it: every branch of every endpoint', async () => {
  const { code, stats, failures, executions } = await runCollection('/postman.json', sandbox)
  expect(failures.map(({ source, error }) => `${source.name}: ${error.message}`)).toEqual([])
  expect(code).toBe(0)
  const scenarios = await sandbox.server.host.scenarios()
  expect(stats.requests.total).toBeGreaterThanOrEqual(scenarios.length)
  // Operations on webhooks work, one after another, on the endpoint that the first one makes.
  const webhooks = executions.filter(({ item }) => /^webhook-/.test(item.name))
  expect(webhooks.map(({ item, response }) => `${item.name} ${response?.code}`)).toEqual(
    webhooks.map(({ item }) => `${item.name} 200`),
  )
  expect(webhooks).toHaveLength(12)
  expect(stats.assertions.total).toBeGreaterThan(3 * stats.requests.total)
}, 120_000)

/** The same plugins, with one handler that breaks. */
const breaking = (id: string) => (plugins: readonly Plugin[]) =>
  plugins.map((plugin) => ({
    ...plugin,
    definition: {
      ...plugin.definition,
      endpoints: plugin.definition.endpoints.map((endpoint) =>
        endpoint.id === id
          ? { ...endpoint, handle: () => Promise.reject(new TypeError('broken on purpose')) }
          : endpoint,
      ),
    },
  }))

it('fails where an endpoint is broken, and names the branch', async () => {
  await using broken = await servedSandbox(breaking('bank-ifsc-details'))
  const { code, failures } = await runCollection('/postman/bank-ifsc-details.json', broken)
  expect(code).toBe(1)
  expect(failures.map(({ source, error }) => `${source.name}: ${error.message}`)).toContainEqual(
    expect.stringMatching(/^bank-ifsc-details: success: expected response to have status code 200 but got 500/),
  )
}, 60_000)
