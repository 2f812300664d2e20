import type { ConfigurationFault } from '@parakh/core'
import { checkConfig } from '@parakh/server'
import { expect, it } from 'vitest'

const secrets = { pepper: 'a pepper of tests alone', masterKey: btoa('0123456789abcdef0123456789abcdef') }
const faultsOf = (...names: readonly string[]): Promise<readonly ConfigurationFault[]> =>
  checkConfig(
    {
      database: { client: 'sqlite3', filename: './never-made.db' },
      plugins: Object.fromEntries(names.map((name) => [name, {}])),
      secrets: { ...secrets, jwtKeys: secrets.masterKey },
    },
    { folder: import.meta.dirname, logger: false, development: true },
  ).then(
    () => [],
    ({ faults }: { faults: readonly ConfigurationFault[] }) => faults,
  )

it.each([
  ['@parakh/rc', '@parakh/documents', 'NOT_INSTALLED'],
  ['@parakh/dl', '@parakh/documents', 'NOT_INSTALLED'],
  ['@parakh/ration', '@parakh/documents', 'NOT_INSTALLED'],
  ['@parakh/agristack', '@parakh/documents', 'NOT_INSTALLED'],
  ['@parakh/gateway-razorpay', '@parakh/funding', 'POINT_MISSING'],
  ['@parakh/gateway-cashfree', '@parakh/funding', 'POINT_MISSING'],
  ['@parakh/gateway-stripe', '@parakh/funding', 'POINT_MISSING'],
])('%s is refused without %s, which the fault names, and taken with it', async (plugin, feature, code) => {
  const faults = await faultsOf(plugin)
  expect(faults.length).toBeGreaterThan(0)
  const message = expect.stringContaining(`Allowed: the plugin "${feature}"`)
  for (const fault of faults) expect(fault).toEqual({ code, path: `plugins.${plugin}`, message })
  expect(await faultsOf(plugin, feature)).toEqual([])
})

it.each(['analytics', 'console', 'documents', 'funding', 'invoicing', 'plans', 'resale', 'webhooks'])(
  'the feature %s needs no other one',
  async (feature) => {
    expect(await faultsOf(`@parakh/${feature}`)).toEqual([])
  },
)

it.each(['ifsc', 'pan', 'gst', 'npci', 'voter', 'challan', 'print', 'otp'])(
  'lookups of %s need no feature',
  async (plugin) => {
    expect(await faultsOf(`@parakh/${plugin}`)).toEqual([])
  },
)
