import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, Keys } from '@parakh/core'
import type { ParakhDecorator } from '@parakh/server'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AppOptions, buildApp } from './app.ts'

const seed = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')
let folder: string
let lines: string[]
let options: AppOptions

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parakh-fastify-'))
  lines = []
  options = {
    databaseFile: join(folder, 'acme.db'),
    publicUrl: 'https://acme.example/verify',
    secrets: { pepper: seed, masterKey: seed, jwtKeys: seed },
    logger: pino({ level: 'info' }, { write: (line) => lines.push(line) }),
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** An account with a key, made by the host inside the application. */
async function sandboxKey(app: FastifyInstance): Promise<Record<string, string>> {
  const { host } = app.getDecorator<ParakhDecorator>('parakh')
  const account = await host.get(Accounts).create({ name: 'First', role: 'developer' })
  const { key, apiSecret } = await host.get(Keys).create({ accountId: account.id, environment: 'sandbox' })
  return { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
}

it('serves a lookup below its prefix, and keeps the routes of the application', async () => {
  const app = await buildApp(options)
  try {
    const headers = await sandboxKey(app)
    const answer = await app.inject({ url: '/verify/api/v1/bank-ifsc-details?ifsc=KKBK0000261', headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      success: true,
      data: { ifsc: 'KKBK0000261', bank: expect.stringContaining('Kotak') },
      meta: { charged: 0.5, balance: 99.5, environment: 'sandbox' },
    })
    const balance = await app.inject({ url: '/verify/api/v1/balance', headers })
    expect(balance.json()).toMatchObject({ data: { balance: 99.5 } })
    expect((await app.inject('/verify/openapi.json')).json()).toMatchObject({ servers: [{ url: options.publicUrl }] })
    expect((await app.inject('/')).json()).toEqual({ application: 'Acme' })
    expect((await app.inject('/nowhere')).json()).not.toHaveProperty('success')
  } finally {
    await app.close()
  }
})

it('logs to the logger of the application, and no secret', async () => {
  const app = await buildApp(options)
  const headers = await sandboxKey(app)
  await app.inject({ url: '/verify/api/v1/bank-ifsc-details?ifsc=KKBK0000261', headers })
  await app.close()
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain(String(headers['x-api-secret']))
})

it('notes in the log of the application that a secret was seen in a URL', async () => {
  const app = await buildApp(options)
  try {
    const headers = await sandboxKey(app)
    await app.inject({ url: `/verify/api/v1/balance?api_secret=${headers['x-api-secret']}`, headers })
    await vi.waitFor(() => expect(lines.join('')).toContain('a secret was seen in a URL'), { timeout: 60_000 })
  } finally {
    await app.close()
  }
})
