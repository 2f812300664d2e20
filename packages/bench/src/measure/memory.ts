import { load } from './load.ts'
import { startMeasuredServer } from './measured-server.ts'
import { CALLERS } from './settings.ts'
import { startUp } from './start-up.ts'
import { table } from './table.ts'

const CONNECTIONS = 16
const WARM_UP_CALLS = 2_000
const GROWTH_CALLS = 100_000
const MEGABYTE = 1_048_576

/** Bytes as a cell. */
export const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(0)} MB`

/** How long one process takes to start, and what it keeps in memory. */
export async function memory(): Promise<string> {
  const startedMs = await startUp('parakh')
  const running = await startMeasuredServer({ name: 'parakh', server: 'parakh', callers: CALLERS })
  const resident = async (): Promise<string> => megabytes((await running.servers[0]?.memory()) ?? Number.NaN)
  const idle = await resident()
  await load(running, { connections: CONNECTIONS, calls: WARM_UP_CALLS })
  const warm = await resident()
  await load(running, { connections: CONNECTIONS, calls: GROWTH_CALLS })
  const grown = await resident()
  // A leak would grow on as before; caches and what V8 keeps for its heap have a limit.
  await load(running, { connections: CONNECTIONS, calls: GROWTH_CALLS })
  const grownOn = await resident()
  await running.close()
  return table(
    ['one process, one plugin of lookups and all features, SQLite; memory after a collection', 'figure'],
    [
      ['start of the process to ready, migrations of an empty database included', `${startedMs} ms`],
      ['resident memory, idle', idle],
      [`resident memory, after ${WARM_UP_CALLS} calls`, warm],
      [`resident memory, after ${GROWTH_CALLS} more`, grown],
      [`resident memory, after another ${GROWTH_CALLS}`, grownOn],
    ],
  )
}
