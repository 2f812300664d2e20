import { randomBytes } from 'node:crypto'
import { Accounts, Keys, Store, Wallet } from '@parakh/core'
import ifsc from '@parakh/ifsc'
import { afterEach, describe, expect, it } from 'vitest'
import { databaseOn } from '../../../test/databases.ts'
import { type Config, createServer, openHost } from './index.ts'

const seed = (): string => randomBytes(32).toString('base64')
const URL_OF_CALL = '/api/v1/bank-ifsc-details?ifsc=KKBK0000261'

describe.each(['sqlite3', 'pg'] as const)('a server without a master key that a data key needs, on %s', (client) => {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  async function prepare() {
    const own = await databaseOn(client)
    ends.push(own.drop)
    const { pepper, jwtKeys } = { pepper: seed(), jwtKeys: seed() }
    const configOf = (...masterKey: { id: string; value: string }[]): Config => ({
      database: own.options,
      plugins: [ifsc()],
      secrets: { pepper, jwtKeys, masterKey },
    })
    const older = { id: '2025', value: seed() }
    const server = await createServer(configOf(older), { logger: false })
    const { host } = server
    const headers: Record<string, string>[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      const { id: accountId } = await host.get(Accounts).create({ name: 'Acme', role: 'developer' })
      const { key, apiSecret } = await host.get(Keys).create({ accountId, environment: 'sandbox' })
      const own = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret, 'x-request-id': 'first' }
      expect((await server.app.inject({ url: URL_OF_CALL, headers: own })).statusCode).toBe(200)
      headers.push(own)
    }
    await server.close()
    return { configOf, older, headers }
  }

  it('is not started, and tells how many data keys need which', async () => {
    const { configOf, older, headers } = await prepare()
    const newer = { id: '2026', value: seed() }
    for (const keys of [[newer], [{ id: older.id, value: newer.value }]]) {
      const refused = createServer(configOf(...keys), { logger: false })
      await expect(refused).rejects.toMatchObject({ code: 'MASTER_KEY_MISSING' })
      await expect(refused).rejects.toThrow(/^3 data keys .*: 2025\./)
    }
    // A command works beside it: a key can be revoked also while a master key is missing.
    const host = await openHost(configOf(newer), { logger: false })
    await expect(host.work()).rejects.toMatchObject({ code: 'MASTER_KEY_MISSING' })
    expect(await host.run('secrets.status', {}, { operator: 'asha' })).toMatchObject({
      master_keys: [
        { key_id: '2025', data_keys: 3, current: false, state: 'missing' },
        { key_id: '2026', data_keys: 0, current: true, state: 'there' },
      ],
    })
    await host.stop()
    const server = await createServer(configOf(newer, older), { logger: false })
    for (const own of headers)
      expect((await server.app.inject({ url: URL_OF_CALL, headers: own })).statusCode).toBe(200)
    await server.close()
  })

  it('refuses a call whose data key is under a master key that it does not know, and holds nothing', async () => {
    const { configOf, older } = await prepare()
    const [newer, host] = [{ id: '2026', value: seed() }, await openHost(configOf(older), { logger: false })]
    ends.push(() => host.stop())
    const { id: accountId } = await host.get(Accounts).create({ name: 'Acme', role: 'developer' })
    const { key, apiSecret } = await host.get(Keys).create({ accountId, environment: 'sandbox' })
    const server = await createServer(configOf(older), { logger: false })
    ends.push(() => server.close())
    // Rewrapped under a key that this server was never given: the guide has it the other way round.
    const mistaken = await openHost(configOf(newer, older), { logger: false })
    const headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
    expect((await server.app.inject({ url: URL_OF_CALL, headers })).statusCode).toBe(200)
    await mistaken.run('secrets.rewrap', {}, { operator: 'asha' })
    // The data key is in memory: this server goes on.
    expect((await server.app.inject({ url: URL_OF_CALL, headers })).statusCode).toBe(200)
    const cold = await host.call('bank-ifsc-details', { ifsc: 'KKBK0000261' }, { keyId: key.id })
    expect(cold).toMatchObject({ status: 500 })
    expect(await host.get(Wallet).balance(accountId, 'sandbox')).toMatchObject({ held: 0 })
    expect(await host.get(Store).secrets.masterKeys()).toContainEqual({
      ...{ keyId: '2026', dataKeys: 4, isCurrent: false, state: 'missing' },
    })
    await mistaken.stop()
  })
})
