import ifsc from '@parakh/ifsc'
import { type Config, defineConfig } from '@parakh/server'
import { everyFeature } from '../rig/every-feature.ts'
import { NO_LIMITS } from '../rig/server-settings.ts'
import { bundledSource } from './bundled-source.ts'
import type { MeasuredSettings } from './measured-settings.ts'

/** The whole product with one plugin of lookups, as a deployer would configure it, but for limits that no load reaches. */
export const parakhConfig = ({ database, secrets, source, sheds = false }: Omit<MeasuredSettings, 'callers'>): Config =>
  defineConfig({
    server: { host: '127.0.0.1', port: 0, overload: sheds ? {} : { longestWaitMs: 20_000 } },
    database,
    plugins: [source === 'local' ? ifsc() : ifsc({ live: bundledSource({}) }), ...everyFeature()],
    rateLimits: NO_LIMITS,
    secrets,
  })
