import { type ClaimedJob, type JobBacklog, type JobQueue, type JobRun, readCursor, writeCursor } from '@parakh/core'
import * as z from 'zod'
import type { MemoryParts } from './account-tree.ts'
import type { MemoryJob } from './memory-tables.ts'

const SCHEDULED_ATTEMPTS = 5

/** Jobs in memory. */
export function memoryJobs({ tables, ids }: MemoryParts): JobQueue {
  /** @returns False where it is no run of this attempt any more. */
  const change = ({ id, attempt }: JobRun, patch: (before: MemoryJob) => Partial<MemoryJob>): boolean => {
    const before = tables.jobs.get(id)
    if (before?.state !== 'waiting' || before.runs !== attempt) return false
    tables.jobs.set(id, { ...before, ...patch(before) })
    return true
  }
  /** One that was lost in its last attempt is given up. */
  const due = (at: number): readonly MemoryJob[] =>
    [...tables.jobs.values()].filter(
      ({ state, job, leaseUntil, runs }) =>
        state === 'waiting' && job.runAt <= at && leaseUntil <= at && (runs < job.attempts || leaseUntil === 0),
    )
  const lease = (kept: MemoryJob, leaseUntil: number): ClaimedJob => {
    const runs = kept.runs + 1
    change({ id: kept.job.id, attempt: kept.runs }, () => ({ runs, leaseUntil }))
    const { id, name, payload, attempts } = kept.job
    const { accountId, environment } = kept
    return { id, name, payload, accountId, environment, attempt: runs, attempts }
  }
  return {
    claim: async (_owner, at, { limit, leaseMs, kind }) =>
      due(at)
        .filter(({ job }) => kind === undefined || job.name === kind)
        .sort((a, b) => a.job.runAt - b.job.runAt)
        .slice(0, limit)
        .map((kept) => lease(kept, at + leaseMs)),
    backlog: async (at) => {
      const kinds = new Map<string, JobBacklog>()
      for (const { job } of due(at)) {
        const known = kinds.get(job.name) ?? { kind: job.name, due: 0, oldestAt: job.runAt }
        const oldestAt = Math.min(known.oldestAt, job.runAt)
        kinds.set(job.name, { ...known, due: known.due + 1, oldestAt })
      }
      return [...kinds.values()]
    },
    failed: async ({ cursor, limit }) => {
      const from = cursor === null ? 0 : readCursor(cursor, z.tuple([z.number()]))[0]
      const failed = [...tables.jobs.values()]
        .filter(({ state }) => state === 'failed')
        .map(({ job: { id, name, runAt }, accountId, environment, runs: attempts, error }) => ({
          ...{ id, name, accountId, environment, runAt, attempts, error },
        }))
        .sort((one, other) => one.runAt - other.runAt || (one.id < other.id ? -1 : 1))
      const next = failed.length > from + limit ? writeCursor([from + limit]) : null
      return { items: failed.slice(from, from + limit), next }
    },
    renew: async (run, leaseUntil) => change(run, () => ({ leaseUntil })),
    complete: async (run) => {
      change(run, () => ({ state: 'done' }))
    },
    retry: async (run, runAt, error) => {
      change(run, ({ job }) =>
        runAt === null ? { state: 'failed', error } : { job: { ...job, runAt }, leaseUntil: 0, error },
      )
    },
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
