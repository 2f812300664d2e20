import { fileURLToPath } from 'node:url'
import { configJsonSchemaOf } from '@parakh/server'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'

const file = fileURLToPath(new URL('./parakh.yaml', import.meta.url))
const validate = new Ajv2020({ strict: false, formats: { email: true } }).compile(
  await configJsonSchemaOf(file, { environment: {} }),
)
const database = { client: 'sqlite3', filename: './a.db' }
const isValid = (plugins: object): boolean => validate({ database, plugins })

it.each([
  ['no options, or none at all', { '@parakh/analytics': null, '@parakh/pan': {}, '@acme/unknown': { any: 1 } }],
  [
    'amounts as text and as numbers',
    { '@parakh/funding': { twoOperatorsAbove: '500.00' }, '@parakh/resale': { costs: { pan: { details: 1.2 } } } },
  ],
  [
    'a driver with its options',
    { '@parakh/funding': { gateways: { main: { use: 'stripe', webhookSecret: 'whsec_'.padEnd(30, 'x') } } } },
  ],
  [
    'a live provider, or several',
    { '@parakh/pan': { live: [{ provider: 'http', baseUrl: 'https://source.example', operations: {} }] } },
  ],
  ['durations', { '@parakh/webhooks': { schedule: [0, '5m'], allowInsecure: true } }],
])('takes %s', (_, plugins) => {
  expect([isValid(plugins), validate.errors]).toEqual([true, null])
})

it.each([
  ['an unknown option', { '@parakh/webhooks': { timeout: 5 } }],
  ['an option out of its bounds', { '@parakh/documents': { expiresInSeconds: 1 } }],
  ['a driver that no plugin brings', { '@parakh/funding': { gateways: { main: { use: 'paypal' } } } }],
  [
    'an option of another driver',
    { '@parakh/funding': { gateways: { main: { use: 'stripe', webhookSecret: 'x'.repeat(30), keyId: 'a' } } } },
  ],
  ['a provider for what asks none', { '@parakh/resale': { live: { provider: 'http' } } }],
])('refuses %s', (_, plugins) => {
  expect(isValid(plugins)).toBe(false)
})
