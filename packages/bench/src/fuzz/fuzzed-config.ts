import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Mailer, service, token } from '@parakh/core'
import { type Config, defineConfig } from '@parakh/server'
import * as z from 'zod'
import type { RigDatabase, RigSecrets } from '../rig/server-settings.ts'
import { NO_LIMITS } from '../rig/server-settings.ts'

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url))
const KINDS = ['providers', 'features', 'gateways']
const Named = z.object({ name: z.string() })

/** The folder that plugins are found from: it depends on every plugin there is. */
export const PLUGINS_FROM = join(PACKAGES, '../examples/white-label')

const BANK = { name: 'Acme', number: '001234567890', ifsc: 'HDFC0000001', bank: 'HDFC Bank, Pune' }
const SELLER = { name: 'Acme', gstin: '29AAGCB7383J1Z4', stateCode: '29', address: '1 Test Road, Bengaluru' }
/** What opens more of a plugin than it has by itself. Nothing is delivered but to a closed port of this machine. */
const OPTIONS: Readonly<Record<string, object>> = {
  '@parakh/funding': {
    ...{ upi: { vpa: 'acme@okbank', name: 'Acme' }, bankAccount: BANK },
    gateways: { main: { use: 'razorpay', webhookSecret: 'a secret of the fuzzer' } },
  },
  '@parakh/invoicing': { seller: SELLER },
  '@parakh/console': { signUp: 'open' },
  '@parakh/webhooks': { allowInsecure: true, allowTargets: ['127.0.0.0/8'], schedule: [0, 1] },
}

/** Every plugin of this repository with its options: a new one is fuzzed as soon as it is there. */
function everyPlugin(): Config['plugins'] {
  const folders = KINDS.flatMap((kind) => readdirSync(join(PACKAGES, kind)).map((name) => join(PACKAGES, kind, name)))
  const names = folders.map(
    (folder) => Named.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).name,
  )
  return Object.fromEntries(names.map((name) => [name, { ...OPTIONS[name] }]))
}

/** Where records of the DNS are read: there are none, and nobody is asked. */
const NoRecords = token<{ find(name: string): Promise<readonly string[]> }>('resale.txt-records')

/** A server with every plugin, which knows its callers by `X-Forwarded-For`, so that no limit of one address ends a run. */
export const fuzzedConfig = (database: RigDatabase, secrets: RigSecrets): Config =>
  defineConfig({
    server: { host: '127.0.0.1', port: 0, trustProxy: 'loopback' },
    ...{ database, secrets, rateLimits: NO_LIMITS, plugins: everyPlugin() },
    services: [
      service(Mailer, {}, () => ({ send: async () => undefined })),
      service(NoRecords, {}, () => ({ find: async () => [] })),
    ],
  })
