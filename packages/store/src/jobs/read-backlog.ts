import type { JobBacklog } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'

const Rows = z.array(z.object({ name: z.string(), due: Counted, oldest: Counted }))

/** What is due by then, by kind: the jobs that wait, and those whose owner's lease ended. */
export async function readBacklog(database: Database, at: number): Promise<readonly JobBacklog[]> {
  const { knex } = database
  const count = async (due: Knex.QueryBuilder): Promise<z.output<typeof Rows>> =>
    Rows.parse(await due.select('name').count({ due: '*' }).min({ oldest: 'run_at' }).groupBy('name'))
  const jobs = (state: string) => knex(database.table('job')).where({ state })
  const [waiting, lost] = await Promise.all([
    count(jobs('waiting').where('run_at', '<=', at)),
    count(jobs('running').where('lease_until', '<=', at)),
  ])
  const kinds = new Map<string, JobBacklog>()
  for (const { name: kind, due, oldest } of [...waiting, ...lost]) {
    const known = kinds.get(kind)
    kinds.set(kind, { kind, due: due + (known?.due ?? 0), oldestAt: Math.min(oldest, known?.oldestAt ?? oldest) })
  }
  return [...kinds.values()]
}
