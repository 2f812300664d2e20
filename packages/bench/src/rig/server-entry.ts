import { createServer } from '@parakh/server'
import { rigConfig } from './config.ts'
import { endWhenTold } from './end-when-told.ts'
import type { RigSettings } from './server-settings.ts'

// A server process as a deployer would write it: listen, tell where, drain at SIGTERM. Its log goes to standard error.
const settings = JSON.parse(process.env['PARAKH_RIG'] ?? '{}') as RigSettings
const server = await createServer(await rigConfig(settings), { migrate: true, development: true })
endWhenTold(() => server.close())
const { url } = await server.listen()
process.send?.({ url })
