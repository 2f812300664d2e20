import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Accounts, Keys } from '@parakh/core'
import { createServer, loadConfig } from '@parakh/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod'

const here = fileURLToPath(new URL('.', import.meta.url))
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const PackageJson = z.object({
  name: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
})
const packageOf = async (folder: string) =>
  PackageJson.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parakh-white-label-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const load = () =>
  loadConfig(join(here, 'parakh.yaml'), { environment: {}, allowDevelopmentSecrets: true, listen: { port: 0 } })

it('has every plugin that there is', async () => {
  const folders = await Promise.all(
    ['providers', 'gateways', 'features'].map(async (kind) => {
      const folder = join(here, '../../packages', kind)
      return (await readdir(folder)).map((name) => join(folder, name))
    }),
  )
  const names = await Promise.all(folders.flat().map(async (folder) => (await packageOf(folder)).name))
  expect((await packageOf(here)).dependencies).toEqual(
    expect.objectContaining(Object.fromEntries(names.map((name) => [name, 'workspace:*']))),
  )
  const text = await readFile(join(here, 'parakh.yaml'), 'utf8')
  for (const name of names) expect(text).toContain(`'${name}':`)
})

it('sells a lookup under its own brand', async () => {
  const config = { ...(await load()), database: { client: 'sqlite3', filename: join(folder, 'test.db') } as const }
  const server = await createServer(config, { logger: quiet })
  try {
    const { url } = await server.listen()
    const account = await server.host.get(Accounts).create({ name: 'First', role: 'developer' })
    const { key, apiSecret } = await server.host.get(Keys).create({ accountId: account.id, environment: 'sandbox' })
    const answer = await fetch(`${url}/api/v1/bank-ifsc-details?ifsc=kkbk0000261`, {
      headers: { 'x-api-key': key.publicId, 'x-api-secret': apiSecret },
    })
    expect(await answer.json()).toMatchObject({
      success: true,
      data: { ifsc: 'KKBK0000261', city: 'GURGAON' },
      meta: { charged: 0.5, balance: 99.5 },
    })
    for (const page of ['docs', 'console/'])
      expect(await (await fetch(`${url}/${page}`)).text()).toContain('Acme Verify')
  } finally {
    await server.close()
  }
})
