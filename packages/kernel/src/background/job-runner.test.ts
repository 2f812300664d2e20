import { setImmediate } from 'node:timers/promises'
import { defineJob, definePlugin, NO_WRITES } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod'

afterEach(() => {
  vi.useRealTimers()
})

/** Far more than any of these takes; ten jobs in each half second, one after the other, took longer. */
const PATIENTLY = { timeout: 60_000 }

/** A host with two kinds of jobs: those of `work.slow` end when they are told to. */
async function working(jobConcurrency?: number) {
  const ran: string[] = []
  const held: (() => void)[] = []
  let open = false
  const payload = z.object({})
  const slow = defineJob('work.slow', {
    payload,
    needs: {},
    async run() {
      if (!open) await new Promise<void>((resolve) => held.push(resolve))
      ran.push('slow')
    },
  })
  const fast = defineJob('work.fast', {
    payload,
    needs: {},
    async run() {
      ran.push('fast')
    },
  })
  const plugin = definePlugin({ id: 'work', contract: 1, endpoints: [], jobs: [slow, fast] })
  const settings = jobConcurrency === undefined ? {} : { jobConcurrency }
  const { host, store, clock, account } = await createTestHost({ plugins: [plugin()], settings })
  let made = 0
  const enqueue = async (name: string, count: number, earlyMs = 0) => {
    const at = clock.now().getTime()
    const jobs = Array.from({ length: count }, () => {
      made += 1
      return { id: `job-${made}`, name, payload: '{}', runAt: at - earlyMs, attempts: 3 }
    })
    const commit = { kind: 'commit', accountId: account.id, environment: 'sandbox', at, actor: 'test' } as const
    await store.billing.commit({ ...commit, writes: { ...NO_WRITES, jobs } })
  }
  const release = () => {
    open = true
    for (const end of held.splice(0)) end()
  }
  return { host, store, clock, ran, held, enqueue, release }
}

it('works a backlog off without waiting between its jobs', async () => {
  const { host, ran, enqueue } = await working()
  await enqueue('work.fast', 600)
  await host.start()
  await expect.poll(() => ran.length, PATIENTLY).toBe(600)
  await host.stop()
})

it('runs as many at the same time as the setting says, and one kind all but one', async () => {
  const { host, ran, held, enqueue, release } = await working(4)
  await enqueue('work.slow', 10)
  await host.start()
  await expect.poll(() => held.length, PATIENTLY).toBe(3)
  // A source that hangs holds up none of another kind, that comes later.
  await enqueue('work.fast', 20)
  await expect.poll(() => ran.length, PATIENTLY).toBe(20)
  expect([held.length, new Set(ran)]).toEqual([3, new Set(['fast'])])
  release()
  await expect.poll(() => ran.length, PATIENTLY).toBe(30)
  await host.stop()
})

it('takes turns, also where it runs one at a time: a backlog stands before no other kind', async () => {
  const { host, ran, enqueue, release } = await working(1)
  release()
  await enqueue('work.slow', 100, 60_000)
  await enqueue('work.fast', 5)
  await host.start()
  await expect.poll(() => ran.length, PATIENTLY).toBe(105)
  expect(ran.lastIndexOf('fast')).toBeLessThan(20)
  await host.stop()
})

it('ends what is running before it stops, and begins no more', async () => {
  const { host, ran, held, store, clock, enqueue, release } = await working(3)
  await enqueue('work.slow', 10)
  await host.start()
  await expect.poll(() => held.length, PATIENTLY).toBe(2)
  const stopped = host.stop().then(() => ran.push('stopped'))
  // Turns in which a stop that does not wait comes to its end.
  for (let turn = 0; turn < 100; turn += 1) await setImmediate()
  release()
  await stopped
  expect(ran).toEqual(['slow', 'slow', 'stopped'])
  expect(await store.jobs.backlog(clock.now().getTime())).toMatchObject([{ kind: 'work.slow', due: 8 }])
})

it('holds the lease of a job on for as long as it runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { host, held, store, clock, enqueue, release } = await working(3)
  await enqueue('work.slow', 1)
  await host.start()
  await expect.poll(() => held.length, PATIENTLY).toBe(1)
  const claimAt = (at: number) => store.jobs.claim('another', at, { limit: 1, leaseMs: 60_000 })
  for (let minute = 0; minute < 3; minute += 1) {
    clock.advance(50_000)
    vi.advanceTimersByTime(50_000)
    // What is claimed after it finds the lease as it was renewed.
    await setImmediate()
    expect(await claimAt(clock.now().getTime() + 59_999)).toEqual([])
  }
  release()
  await host.stop()
  expect(vi.getTimerCount()).toBe(0)
  expect(await store.jobs.backlog(clock.now().getTime() + 3_600_000)).toEqual([])
})

it('leaves a job to whoever claimed it when its lease ended', async () => {
  const { host, held, store, clock, enqueue, release } = await working(3)
  await enqueue('work.slow', 1)
  await host.start()
  await expect.poll(() => held.length, PATIENTLY).toBe(1)
  // As if this process had stood still beyond the lease.
  const [claimed] = await store.jobs.claim('another', clock.now().getTime() + 120_000, { limit: 1, leaseMs: 60_000 })
  expect(claimed).toMatchObject({ name: 'work.slow', attempt: 2 })
  release()
  await host.stop()
  expect(await store.jobs.renew({ id: claimed?.id ?? '', attempt: 2 }, clock.now().getTime())).toBe(true)
})
