import type { ClaimedJob, JobQueue, Outbox } from '@parakh/core'
import type { MemoryParts } from './accounts.ts'
import type { MemoryJob } from './memory-tables.ts'

const SCHEDULED_ATTEMPTS = 5

/** Jobs in memory. */
export function memoryJobs({ tables, ids }: MemoryParts): JobQueue {
  const change = (id: string, patch: (before: MemoryJob) => Partial<MemoryJob>): void => {
    const before = tables.jobs.get(id)
    if (before) tables.jobs.set(id, { ...before, ...patch(before) })
  }
  const lease = (kept: MemoryJob, leaseUntil: number): ClaimedJob => {
    const runs = kept.runs + 1
    change(kept.job.id, () => ({ runs, leaseUntil }))
    const { id, name, payload, attempts } = kept.job
    const { accountId, environment } = kept
    return { id, name, payload, accountId, environment, attempt: runs, attempts }
  }
  return {
    claim: async (_owner, at, { limit, leaseMs }) =>
      [...tables.jobs.values()]
        .filter(({ state, job, leaseUntil }) => state === 'waiting' && job.runAt <= at && leaseUntil <= at)
        .sort((a, b) => a.job.runAt - b.job.runAt)
        .slice(0, limit)
        .map((kept) => lease(kept, at + leaseMs)),
    complete: async (id) => change(id, () => ({ state: 'done' })),
    retry: async (id, runAt, error) =>
      change(id, ({ job }) =>
        runAt === null ? { state: 'failed', error } : { job: { ...job, runAt }, leaseUntil: 0, error },
      ),
    schedule: async (name, runAt) => {
      const stands = [...tables.jobs.values()].some(
        ({ job, accountId, state }) =>
          job.name === name && accountId === null && state === 'waiting' && job.runAt >= runAt,
      )
      if (stands) return
      const job = { id: ids.next(), name, payload: '{}', runAt, attempts: SCHEDULED_ATTEMPTS }
      const unowned = { accountId: null, environment: null }
      tables.jobs.set(job.id, { job, ...unowned, state: 'waiting', runs: 0, leaseUntil: 0, error: null })
    },
  }
}

/** The outbox in memory. */
export function memoryOutbox({ tables }: MemoryParts): Outbox {
  return {
    read: async (limit) =>
      tables.events
        .filter(({ id }) => !tables.deliveredEvents.has(id))
        .slice(0, limit)
        .map(({ at, ...event }) => ({ ...event, createdAt: new Date(at) })),
    delivered: async (ids) => {
      for (const id of ids) tables.deliveredEvents.add(id)
    },
  }
}
