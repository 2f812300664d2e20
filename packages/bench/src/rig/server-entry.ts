import { createServer } from '@parakh/server'
import { rigConfig } from './config.ts'
import type { RigSettings } from './server-settings.ts'

// A server process as a deployer would write it: listen, tell where, drain at SIGTERM. Its log goes to standard error.
const settings = JSON.parse(process.env['PARAKH_RIG'] ?? '{}') as RigSettings
const server = await createServer(await rigConfig(settings), { migrate: true })
const end = (): void => {
  server.close().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
}
process.once('SIGTERM', end)
// A test that died takes its servers with it.
process.once('disconnect', () => process.exit(2))
const { url } = await server.listen()
process.send?.({ url })
