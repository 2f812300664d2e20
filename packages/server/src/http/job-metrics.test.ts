import { Clock, defineJob, definePlugin, NO_WRITES, service } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { serverForTest } from '../../test/server-for-test.ts'

it('are omitted while the database is down', async () => {
  const clock = manualClock()
  const test = await serverForTest({ services: [service(Clock, {}, () => clock)] })
  const oldestAt = clock.now().getTime() - 5_000
  const backlog = vi.spyOn(test.store.jobs, 'backlog').mockResolvedValue([{ kind: 'work.slow', due: 3, oldestAt }])
  const told = async () =>
    (await test.app.inject('/metrics')).body.split('\n').filter((line) => line.startsWith('parakh_jobs'))
  const both = ['parakh_jobs_due{kind="work.slow"} 3', 'parakh_jobs_oldest_due_seconds{kind="work.slow"} 5']
  expect(await told()).toEqual(both)
  backlog.mockRejectedValue(new Error('away'))
  clock.advance(1_000)
  expect(await told()).toEqual([])
  backlog.mockResolvedValue([{ kind: 'work.slow', due: 3, oldestAt }])
  clock.advance(1_000)
  expect(await told()).toEqual([both[0], 'parakh_jobs_oldest_due_seconds{kind="work.slow"} 7'])
  backlog.mockResolvedValue([])
  clock.advance(1_000)
  expect(await told()).toEqual([
    'parakh_jobs_due{kind="work.slow"} 0',
    'parakh_jobs_oldest_due_seconds{kind="work.slow"} 0',
  ])
  await test.server.close()
})

it('export due jobs by kind and age, until they are done', async () => {
  const held: (() => void)[] = []
  let open = false
  const slow = defineJob('work.slow', {
    payload: z.object({}),
    needs: {},
    run: async () => {
      if (!open) await new Promise<void>((resolve) => held.push(resolve))
    },
  })
  const plugin = definePlugin({ id: 'work', contract: 1, endpoints: [], jobs: [slow] })
  const test = await serverForTest({ plugins: [plugin()], config: { jobs: { concurrency: 2 } } })
  const runAt = Date.now() - 90_000
  const jobs = Array.from({ length: 6 }, (_, n) => ({
    id: `j-${n}`,
    name: 'work.slow',
    payload: '{}',
    runAt,
    attempts: 3,
  }))
  const commit = {
    kind: 'commit',
    accountId: test.account.id,
    environment: 'sandbox',
    at: Date.now(),
    actor: 'test',
  } as const
  await test.store.billing.commit({ ...commit, writes: { ...NO_WRITES, jobs } })
  const metrics = async () => (await test.app.inject('/metrics')).body
  const waited = async () =>
    Number(/parakh_jobs_oldest_due_seconds\{kind="work.slow"\} ([0-9.]+)/.exec(await metrics())?.[1])
  // One kind uses all places but one: one job is running, five wait.
  await expect.poll(metrics, { timeout: 60_000 }).toContain('parakh_jobs_due{kind="work.slow"} 5')
  expect(await waited()).toBeGreaterThan(89)
  open = true
  for (const end of held) end()
  await expect.poll(metrics, { timeout: 60_000 }).toContain('parakh_jobs_due{kind="work.slow"} 0')
  expect(await waited()).toBe(0)
  await test.server.close()
})
