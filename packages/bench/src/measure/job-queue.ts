import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import * as z from 'zod'
import { type PostgresServer, postgresDatabase } from '../rig/database.ts'
import type { JobSettings } from '../servers/graphile-jobs.ts'

const ENTRY = new URL('../servers/graphile-jobs.js', import.meta.url)
const CONCURRENCY = 64
const Count = z.object({ count: z.number() })

/** Jobs a second of graphile-worker in one process. @param url Where each job posts to; null: it does nothing. */
export async function jobsPerSecond(postgres: PostgresServer, url: string | null, jobs: number): Promise<number> {
  const own = await postgresDatabase(postgres)
  const { database, knex } = own
  try {
    const connectionString = database.client === 'pg' ? database.connection : ''
    await runMigrations({ connectionString })
    await knex.raw(
      `select graphile_worker.add_job('post', json_build_object('id', n::text, 'body', repeat('x', 250)))
        from generate_series(1, ?) n`,
      [jobs],
    )
    const settings: JobSettings = { connectionString, url, concurrency: CONCURRENCY }
    const child = fork(ENTRY, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, PARAKH_JOBS: JSON.stringify(settings) },
    })
    await once(child, 'message')
    const started = performance.now()
    for (let count = 0; count < jobs; await sleep(20)) {
      child.send('count')
      const [message]: unknown[] = await once(child, 'message')
      count = Count.parse(message).count
    }
    const seconds = (performance.now() - started) / 1_000
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
    return jobs / seconds
  } finally {
    await own.drop()
  }
}
