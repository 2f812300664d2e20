import { type ClaimedJob, errorFacts, type Job, type JobQueue } from '@parakh/core'
import { Cron } from 'croner'
import { poll } from '../async-result/poll.ts'
import { POLL_JOB } from '../handles/poll-job.ts'
import { resolveNeeds } from '../handles/resolve-needs.ts'
import { Staging } from '../handles/staging.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { PluginRuntime, Runtimes } from '../runtime/endpoint-runtime.ts'

/** How long a job belongs to who claimed it; held on to while it runs. */
export const LEASE_MS = 60_000
const RENEW_MS = LEASE_MS / 3
const RETRY_BASE_MS = 5_000
const LONGEST_RETRY_MS = 3_600_000
const BUSINESS_ZONE = 'Asia/Kolkata'

/** A plugin's job, and whose it is. */
export interface PlannedJob {
  readonly job: Job
  readonly plugin: PluginRuntime
}
/** What jobs are run from. */
export interface JobParts {
  readonly parts: CallParts
  readonly runtimes: Runtimes
  readonly queue: JobQueue
  readonly jobs: ReadonlyMap<string, PlannedJob>
}

/** Makes sure that each scheduled job has its next run. */
export async function scheduleJobs({ parts, queue, jobs }: JobParts): Promise<void> {
  for (const { job } of jobs.values()) {
    const { schedule } = job.definition
    if (schedule === undefined) continue
    const next = new Cron(schedule, { timezone: BUSINESS_ZONE }).nextRun(parts.clock.now())
    if (next) await queue.schedule(job.id, next.getTime())
  }
}

/** Runs a job that was claimed, holding its lease on; what becomes of it is noted unless another one has it by then. Never throws. */
export async function runJob(given: JobParts, claimed: ClaimedJob): Promise<void> {
  const { parts, queue } = given
  const renewing = setInterval(() => {
    const leaseUntil = parts.clock.now().getTime() + LEASE_MS
    queue.renew(claimed, leaseUntil).catch((error: unknown) => {
      parts.logger.warn('job.lease_not_renewed', { job: claimed.name, ...errorFacts(error) })
    })
  }, RENEW_MS).unref()
  try {
    await runToEnd(given, claimed)
  } catch (error) {
    // It stays leased, and is claimed again when the lease ends.
    parts.logger.error('job.not_noted', { job: claimed.name, ...errorFacts(error) })
  } finally {
    clearInterval(renewing)
  }
}

async function runToEnd(given: JobParts, claimed: ClaimedJob): Promise<void> {
  const { parts, queue } = given
  try {
    if (claimed.name === POLL_JOB) await poll(given, claimed.payload)
    else await runPluginJob(given, claimed)
    await queue.complete(claimed)
  } catch (error) {
    const more = claimed.attempt < claimed.attempts
    const wait = Math.min(RETRY_BASE_MS * 2 ** (claimed.attempt - 1), LONGEST_RETRY_MS)
    parts.logger.warn('job.failed', {
      job: claimed.name,
      attempt: claimed.attempt,
      again: more,
      ...errorFacts(error),
    })
    await queue.retry(claimed, more ? parts.clock.now().getTime() + wait : null, errorFacts(error).error)
  }
}

async function runPluginJob({ parts, jobs }: JobParts, claimed: ClaimedJob): Promise<void> {
  const planned = jobs.get(claimed.name)
  if (!planned) throw new TypeError(`no plugin has the job ${claimed.name}`)
  const { accountId, environment } = claimed
  const wallet = accountId !== null && environment !== null ? { accountId, environment } : null
  const staging = wallet ? new Staging() : null
  const { definition } = planned.job
  const where = `the job "${claimed.name}"`
  const binding = { parts, plugin: planned.plugin, wallet, staging, call: null, caller: null, given: {}, where }
  // A scheduled run has no payload of its own.
  const payload = definition.payload.parse(JSON.parse(claimed.payload) ?? {})
  await definition.run({ ...resolveNeeds(definition.needs, binding), payload })
  if (!wallet || !staging) return
  const at = parts.clock.now().getTime()
  const result = await parts.billing.commit({
    kind: 'commit',
    ...wallet,
    at,
    writes: staging.writes(),
    actor: `job ${claimed.name}`,
  })
  if (result.kind !== 'done') throw new TypeError('a record was changed by another: the job runs again')
}
