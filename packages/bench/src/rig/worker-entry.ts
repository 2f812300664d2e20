import { openHost } from '@parakh/server'
import { rigConfig } from './config.ts'
import type { RigSettings } from './server-settings.ts'
import { stopOnSigterm } from './stop-on-sigterm.ts'

// `parakh worker` as a process: it delivers events and takes no calls.
const settings = JSON.parse(process.env['PARAKH_RIG'] ?? '{}') as RigSettings
const host = await openHost(await rigConfig(settings), { migrate: true, logger: false })
stopOnSigterm(() => host.stop())
await host.work()
process.send?.({ ready: true })
