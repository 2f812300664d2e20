import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, Keys } from '@parakh/core'
import { openHost } from '@parakh/server'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AppOptions, buildApp, configOf } from './app.ts'

const seed = Buffer.alloc(32, 7).toString('base64')
let folder: string
let lines: string[]
let options: AppOptions

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parakh-fastify-'))
  lines = []
  options = {
    databaseFile: join(folder, 'acme.db'),
    secrets: { pepper: seed, masterKey: seed, jwtKeys: seed },
    logger: pino({ level: 'info' }, { write: (line) => lines.push(line) }),
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** An account with a key, made beside the running application. */
async function sandboxKey(): Promise<Record<string, string>> {
  const host = await openHost(configOf(options), { logger: options.logger })
  try {
    const account = await host.get(Accounts).create({ name: 'First', role: 'developer' })
    const { key, apiSecret } = await host.get(Keys).create({ accountId: account.id, environment: 'sandbox' })
    return { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
  } finally {
    await host.stop()
  }
}

it('sells a lookup below its prefix, and leaves the application its own routes', async () => {
  const app = await buildApp(options)
  try {
    const headers = await sandboxKey()
    const answer = await app.inject({ url: '/verify/api/v1/bank-ifsc-details?ifsc=KKBK0000261', headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      success: true,
      data: { ifsc: 'KKBK0000261', bank: expect.stringContaining('Kotak') },
      meta: { charged: 0.5, balance: 99.5, environment: 'sandbox' },
    })
    const balance = await app.inject({ url: '/verify/api/v1/balance', headers })
    expect(balance.json()).toMatchObject({ data: { balance: 99.5 } })
    expect((await app.inject('/')).json()).toEqual({ application: 'Acme' })
    expect((await app.inject('/nowhere')).json()).not.toHaveProperty('success')
  } finally {
    await app.close()
  }
})

it('logs to the logger of the application, and no secret', async () => {
  const app = await buildApp(options)
  const headers = await sandboxKey()
  await app.inject({ url: '/verify/api/v1/bank-ifsc-details?ifsc=KKBK0000261', headers })
  await app.close()
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain(String(headers['x-api-secret']))
})
