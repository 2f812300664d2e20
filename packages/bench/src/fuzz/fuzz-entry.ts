import { createServer } from '@parakh/server'
import type { RigDatabase, RigSecrets } from '../rig/server-settings.ts'
import { stopOnSigterm } from '../rig/stop-on-sigterm.ts'
import { fuzzedConfig, PLUGINS_FROM } from './fuzzed-config.ts'

// The server of the command, in a process of its own: its memory is that of nobody else. Its log goes to standard error.
const { database, secrets } = JSON.parse(process.env['PARAKH_FUZZ'] ?? '{}') as {
  readonly database: RigDatabase
  readonly secrets: RigSecrets
}
const server = await createServer(fuzzedConfig(database, secrets), { folder: PLUGINS_FROM, development: true })
stopOnSigterm(() => server.close())
const { url } = await server.listen()
process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ used: heapUsed + external, rss })
})
process.send?.({ url })
