import { openHost } from '@parakh/server'
import { rigConfig } from './config.ts'
import type { RigSettings } from './server-settings.ts'

// `parakh worker` as a process: it delivers events and takes no calls.
const settings = JSON.parse(process.env['PARAKH_RIG'] ?? '{}') as RigSettings
const host = await openHost(await rigConfig(settings), { migrate: true, logger: false })
const end = (): void => {
  host.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
}
process.once('SIGTERM', end)
// A test that died takes its workers with it.
process.once('disconnect', () => process.exit(2))
await host.work()
process.send?.({ ready: true })
