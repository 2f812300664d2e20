import type { ConfigurationFault } from '@parakh/core'
import { type Config, checkConfig } from '@parakh/server'
import { expect, it } from 'vitest'

const secrets = { pepper: 'a pepper of tests alone', masterKey: btoa('0123456789abcdef0123456789abcdef') }
const webhook = { url: 'https://ops.acme.example/alerts', secret: `whsec_${btoa('0123456789abcdef0123456789abcdef')}` }
const mail = { host: 'smtp.acme.example', from: 'no-reply@acme.example' }

const faultsOf = (
  config: Omit<Config, 'database' | 'secrets'>,
): Promise<readonly Pick<ConfigurationFault, 'path' | 'code'>[]> =>
  checkConfig(
    {
      database: { client: 'sqlite3', filename: './never-made.db' },
      secrets: { ...secrets, jwtKeys: secrets.masterKey },
      ...config,
    },
    { folder: import.meta.dirname, logger: false },
  ).then(
    () => [],
    ({ faults }: { faults: readonly ConfigurationFault[] }) => faults.map(({ path, code }) => ({ path, code })),
  )
const plugins = (alerts: Record<string, unknown>, ...others: readonly string[]): Config['plugins'] => ({
  '@parakh/alerts': alerts,
  ...Object.fromEntries(others.map((name) => [`@parakh/${name}`, {}])),
})
const at = 'plugins.@parakh/alerts'

it.each([
  ['no mail and no webhook', { plugins: plugins({}, 'console') }, [{ path: at, code: 'ALERTS_REACH_NOBODY' }]],
  ['mail without people', { plugins: plugins({}), mail }, [{ path: at, code: 'ALERTS_REACH_NOBODY' }]],
  ['mail and people', { plugins: plugins({}, 'console'), mail }, []],
  ['a webhook alone', { plugins: plugins({ webhook }, 'webhooks') }, []],
  [
    'a webhook that nothing posts',
    { plugins: plugins({ webhook }) },
    [{ path: `${at}.webhook`, code: 'ALERTS_NEED_WEBHOOKS' }],
  ],
  [
    'sinks without the alerts',
    { plugins: plugins({ webhook }, 'webhooks'), events: { endpoints: { use: 'webhooks' } } },
    [{ path: 'events', code: 'ALERTS_SINK_MISSING' }],
  ],
  [
    'the alerts among the sinks',
    { plugins: plugins({ webhook }, 'webhooks'), events: { e: { use: 'webhooks' }, a: { use: 'alerts' } } },
    [],
  ],
  [
    'a secret that signs nothing',
    { plugins: plugins({ webhook: { ...webhook, secret: 'whsec_short' } }, 'webhooks') },
    [{ path: `${at}.webhook.secret`, code: expect.any(String) }],
  ],
])('a configuration with %s', async (_, config, faults) => {
  expect(await faultsOf(config)).toEqual(faults)
})
