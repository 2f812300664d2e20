import { createServer } from '@parakh/server'
import { rigConfig } from './config.ts'
import type { RigSettings } from './server-settings.ts'
import { stopOnSigterm } from './stop-on-sigterm.ts'

// A server process as a deployer would write it: listen, tell where, drain at SIGTERM. Its log goes to standard error.
const settings = JSON.parse(process.env['PARAKH_RIG'] ?? '{}') as RigSettings
const server = await createServer(await rigConfig(settings), { migrate: true, development: true })
stopOnSigterm(() => server.close())
const { url } = await server.listen()
process.send?.({ url })
