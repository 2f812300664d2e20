import { isParakhError } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { mounted } from '../../test/mounted-plugin.ts'
import { secretsForTest } from '../../test/server-for-test.ts'
import { checkConfig } from '../load-config.ts'
import { listenerUrls } from './listeners.ts'
import type { Config } from './schema.ts'

const config = (server: NonNullable<Config['server']>, mount?: string): Config => ({
  database: { client: 'sqlite3', filename: './never-opened.db' },
  plugins: [lookup(), mounted()(mount === undefined ? {} : { mount })],
  secrets: secretsForTest(),
  server,
})
const faultsOf = async (server: NonNullable<Config['server']>) => {
  const thrown = await checkConfig(config(server), { folder: '/tmp' }).then(
    () => null,
    (error: unknown) => error,
  )
  return isParakhError(thrown) ? thrown.faults.map(({ code, path }) => `${code} ${path}`) : []
}
const mountOf = async (given: Config) =>
  (await checkConfig(given, { folder: '/tmp' })).plugins.find(({ id }) => id === 'mounted')?.options['mount']

describe('server.listeners', () => {
  it('serves a plugin at its own address, without its name in the mount', async () => {
    const checked = await checkConfig(config({ listeners: { mounted: { port: '3001' } } }), { folder: '/tmp' })
    expect(checked.server.listeners).toEqual({ mounted: { port: 3001 } })
    expect(await mountOf(config({ listeners: { mounted: { port: 3001 } } }))).toBe('/open/v2')
    expect(await mountOf(config({}))).toBeUndefined()
  })

  it('keeps a configured mount', async () => {
    expect(await mountOf(config({ listeners: { mounted: { port: 3001 } } }, '/mounted/v9'))).toBe('/mounted/v9')
  })

  it('names a plugin that does not exist, and those that are', async () => {
    const refused = checkConfig(config({ listeners: { mountd: { port: 3001 } } }), { folder: '/tmp' })
    await expect(refused).rejects.toMatchObject({
      faults: [
        {
          code: 'LISTENER_WITHOUT_PLUGIN',
          path: 'server.listeners.mountd',
          message: 'The plugin "mountd" does not exist (did you mean "mounted"?). Allowed: account, lookup, mounted',
        },
      ],
    })
  })

  it.each([
    [{ port: 3000, listeners: { mounted: { port: 3000 } } }, ['LISTENER_ADDRESS_TAKEN server.listeners.mounted.port']],
    [
      {
        port: 3000,
        host: '0.0.0.0',
        publicUrl: 'https://acme.example',
        listeners: { mounted: { port: 3000, host: '127.0.0.1' } },
      },
      ['LISTENER_ADDRESS_TAKEN server.listeners.mounted.port'],
    ],
    [
      { listeners: { mounted: { port: 1 }, lookup: { port: 1 } } },
      ['LISTENER_ADDRESS_TAKEN server.listeners.lookup.port'],
    ],
    [{ port: 3000, operations: { port: 3000 } }, ['LISTENER_ADDRESS_TAKEN server.operations.port']],
    [
      { listeners: { mounted: { port: 3001 } }, operations: { port: 3001 } },
      ['LISTENER_ADDRESS_TAKEN server.operations.port'],
    ],
    [
      { port: 3000, host: 'localhost', operations: { port: 3000, host: '127.0.0.1' } },
      ['LISTENER_ADDRESS_TAKEN server.operations.port'],
    ],
    [{ port: 3000, host: '127.0.0.1', listeners: { mounted: { port: 3000, host: '::1' } } }, []],
    [{ port: 3000, host: '127.0.0.1', listeners: { mounted: { port: 3000, host: '127.0.0.2' } } }, []],
    [{ port: 0, listeners: { mounted: { port: 0 }, lookup: { port: 0 } } }, []],
    [{ listeners: { mounted: {} } }, ['INVALID_VALUE server.listeners.mounted.port']],
    [{ listeners: { mounted: { port: 70_000 } } }, ['INVALID_VALUE server.listeners.mounted.port']],
    [{ listeners: { mounted: { port: 1, prefix: '/x' } } }, ['UNKNOWN_KEY server.listeners.mounted.prefix']],
    [
      { listeners: { mounted: { port: 1, publicUrl: 'otp.example' } } },
      ['INVALID_VALUE server.listeners.mounted.publicUrl'],
    ],
  ])('checks %j', async (server, faults) => {
    expect(await faultsOf(server as NonNullable<Config['server']>)).toEqual(faults)
  })

  it.each([
    ['https://api.acme.example/verify', { mounted: { port: 3001 } }, { mounted: 'https://api.acme.example:3001' }],
    [
      'http://localhost:3000',
      { mounted: { port: 1, publicUrl: 'https://mounted.example' } },
      { mounted: 'https://mounted.example' },
    ],
    ['http://[::1]:3000', { mounted: { port: 3001 } }, { mounted: 'http://[::1]:3001' }],
    ['http://localhost:3000', { mounted: { port: 0 } }, {}],
    ['http://no host', { mounted: { port: 3001 } }, {}],
  ])('has the configured address %j with publicUrl %s', (baseUrl, listeners, urls) => {
    expect(listenerUrls(listeners, baseUrl)).toEqual(urls)
  })
})
