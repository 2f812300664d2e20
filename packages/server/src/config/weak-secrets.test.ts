import { randomBytes } from 'node:crypto'
import { AuthSchemes, CONTRACT, type ConfigurationFault, definePlugin, defineSettings, type Plugin } from '@parakh/core'
import funding from '@parakh/funding'
import razorpayPlugin, { razorpay } from '@parakh/gateway-razorpay'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { lookup } from '../../test/lookup-plugin.ts'
import { secretsForTest } from '../../test/server-for-test.ts'
import { checkConfig } from '../load-config.ts'
import type { Config } from './schema.ts'

// Names of plugins are found from here.
const folder = import.meta.dirname
const zeros = Buffer.alloc(32).toString('base64')
const sevens = Buffer.alloc(32, 7).toString('base64')
const pem = (seed: string): string => {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(seed, 'base64')])
  return `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`
}
const sourceWith = (secret: string) => ({
  ...{ provider: 'http' as const, baseUrl: 'https://source.example' },
  operations: { find: { path: '/find', record: 'body' } },
  callback: {
    signature: { header: 'x-signature', algorithm: 'sha256' as const, secret },
    ...{ operation: 'find', reference: 'body.reference', record: 'body' },
  },
})

const pluginWith = (live: unknown): Plugin => ({ ...lookup(), options: { live } })

describe('weak secrets', () => {
  let sound: NonNullable<Config['secrets']>
  beforeAll(() => {
    sound = secretsForTest()
  })
  const checked = (more: Partial<Config>, options: Parameters<typeof checkConfig>[1] = {}) =>
    checkConfig(
      { database: { client: 'sqlite3', filename: './never-made.db' }, plugins: [lookup()], secrets: sound, ...more },
      { logger: false, environment: {}, ...options },
    )
  const faultsOf = (more: Partial<Config>, options?: Parameters<typeof checkConfig>[1]) =>
    checked(more, options).then(
      () => [],
      (error: { faults: readonly ConfigurationFault[] }) =>
        error.faults.filter(({ code }) => code === 'WEAK_SECRET').map(({ path }) => path),
    )

  it('in the settings of a plugin are faults at their place, and none is in a message', async () => {
    const settings = defineSettings('letters', z.object({ postSecret: z.string(), posts: z.looseObject({}) }))
    const letters = definePlugin({ id: 'letters', contract: CONTRACT, settings })
    const plugins = [letters({ postSecret: 'short-one', posts: { north: { secretKey: 'b'.repeat(20) } } })]
    expect(await faultsOf({ plugins })).toEqual(['plugins.0.posts.north.secretKey', 'plugins.0.postSecret'])
    await expect(checked({ plugins })).rejects.toSatisfy(
      (error: { faults: readonly ConfigurationFault[] }) => !/short-one|bbbb/.test(JSON.stringify(error.faults)),
    )
    const strong = [letters({ postSecret: randomBytes(16).toString('hex'), posts: {} })]
    expect(await faultsOf({ plugins: strong })).toEqual([])
  })

  it.each([
    ['a pepper of one letter', { pepper: 'a'.repeat(40) }, 'secrets.pepper'],
    ['a pepper of zeros in base64', { pepper: zeros }, 'secrets.pepper'],
    ['a master key of zeros', { masterKey: zeros }, 'secrets.masterKey'],
    ['a master key of one byte', { masterKey: sevens }, 'secrets.masterKey'],
    ['a seed of zeros', { jwtKeys: zeros }, 'secrets.jwtKeys'],
    ['a PEM of a seed of one byte', { jwtKeys: pem(sevens) }, 'secrets.jwtKeys'],
    [
      'the second of a list',
      {
        masterKey: [
          { id: 'a', value: randomBytes(32).toString('base64') },
          { id: 'b', value: zeros },
        ],
      },
      'secrets.masterKey.1.value',
    ],
  ])('refuse a configuration: %s', async (_, more, path) => {
    expect(await faultsOf({ secrets: { ...sound, ...more } })).toEqual([path])
    expect(await faultsOf({ secrets: { ...sound, ...more } }, { development: true })).toEqual([])
    const inProduction = { development: true, environment: { NODE_ENV: 'production' } }
    expect(await faultsOf({ secrets: { ...sound, ...more } }, inProduction)).toEqual([path])
  })

  it.each(['x', 'fifteen-letters', 'a'.repeat(32)])('refuse the secret of a callback: %s', async (secret) => {
    const more = { plugins: [pluginWith([sourceWith('a secret that is long'), sourceWith(secret)])] }
    expect(await faultsOf(more)).toEqual(['plugins.0.live.1.callback.signature.secret'])
    expect(await faultsOf({ plugins: [pluginWith(sourceWith(secret))] })).toEqual([
      'plugins.0.live.callback.signature.secret',
    ])
  })

  it('refuse the secret of a gateway', async () => {
    const secrets = {
      webhookSecret: ['a secret that is long', 'x'.repeat(20)],
      keyId: 'rzp_live_1',
      keySecret: 'x'.repeat(24),
    }
    const faults = (at: string) => [`${at}.gateways.main.webhookSecret.1`, `${at}.gateways.main.keySecret`]
    const listed = [razorpayPlugin(), funding({ gateways: { main: razorpay.use(secrets) } })]
    expect(await faultsOf({ plugins: listed })).toEqual(faults('plugins.1'))
    const gateways = { main: { use: 'razorpay', ...secrets } }
    const named = { '@parakh/gateway-razorpay': {}, '@parakh/funding': { gateways } }
    expect(await faultsOf({ plugins: named }, { folder })).toEqual(faults('plugins.@parakh/funding'))
  })

  it('refuse the secret of a driver at any point, also a nested one, with one fault each', async () => {
    const partners = { acme: { secret: 'x'.repeat(32) }, other: { secret: 'a secret that is long' } }
    const auth = { a: { use: 'weak', secret: 'x'.repeat(32), partners }, b: { use: 'weak', options: { partners } } }
    const one = { use: 'weak', apiSecrets: { live: 'short' } }
    const plugins = { '@parakh/funding': { gateways: { main: one } } }
    const more = { plugins, auth, events: { warehouse: one }, envelope: one, wallet: one }
    expect(await faultsOf(more, { folder })).toEqual(
      expect.arrayContaining([
        ...['auth.a.secret', 'auth.a.partners.acme.secret', 'auth.b.partners.acme.secret'],
        ...['events.warehouse.apiSecrets.live', 'envelope.apiSecrets.live', 'wallet.apiSecrets.live'],
        'plugins.@parakh/funding.gateways.main.apiSecrets.live',
      ]),
    )
    const weak = AuthSchemes.driver({
      id: 'weak',
      options: z.object({ secret: z.string().min(32) }),
      needs: {},
      make: () => {
        throw new Error('not made by a check')
      },
    })
    const plugin = definePlugin({ id: 'weak', contract: 1, contributes: [weak] })()
    const chosen = (secret: string) =>
      checked({ plugins: [lookup(), plugin], auth: { key: { use: 'key' }, a: weak.use({ secret }) } })
    const fault = (code: string) => ({ faults: [{ code, path: 'auth.a.secret' }] })
    await expect(chosen('x'.repeat(32))).rejects.toMatchObject(fault('WEAK_SECRET'))
    await expect(chosen('x')).rejects.toMatchObject(fault('PLUGIN_OPTIONS_INVALID'))
  })

  it('are all reported at once, and never shown', async () => {
    const more = { secrets: { pepper: 'a'.repeat(40), masterKey: sevens, jwtKeys: zeros } }
    expect(await faultsOf(more)).toHaveLength(3)
    await expect(checked(more)).rejects.toSatisfy(
      (error: Error) => !JSON.stringify({ ...error, message: error.message }).includes('aaaa'),
    )
  })
})
