import { sqliteDatabase } from '../rig/database.ts'
import { rigSecrets } from '../rig/server-settings.ts'
import { type ServerName, startServer } from './child-server.ts'
import { median } from './median.ts'
import { REPETITIONS } from './settings.ts'

/** Milliseconds from the start of a process to a server that answers, with an empty database. */
export async function startUp(name: ServerName): Promise<number> {
  const figures: number[] = []
  for (let repetition = 1; repetition <= REPETITIONS; repetition += 1) {
    const own = await sqliteDatabase()
    const settings = { database: own.database, secrets: rigSecrets(), callers: 0, source: 'local' as const }
    const server = await startServer(name, settings)
    figures.push(server.startedMs)
    await server.stop()
    await own.drop()
  }
  return median(figures)
}
