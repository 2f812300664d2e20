import { type Config, defineConfig } from '@parakh/server'
import { everyFeature } from './every-feature.ts'
import { thingsPlugin } from './plugin.ts'
import type { RigSettings } from './server-settings.ts'
import { rigServices } from './services.ts'
import { walletPlugin } from './wallet.ts'

/** The configuration of a server of the rig. */
export async function rigConfig(settings: RigSettings): Promise<Config> {
  const { database, secrets, rateLimits, upstreamUrl, wallet, webhooks } = settings
  return defineConfig({
    server: { host: '127.0.0.1', port: 0 },
    database,
    plugins: [thingsPlugin(upstreamUrl), ...everyFeature(webhooks), ...(wallet ? [walletPlugin()] : [])],
    ...(wallet ? { wallet: { use: 'rig', ...wallet } } : {}),
    rateLimits,
    secrets,
    services: await rigServices(settings),
  })
}
