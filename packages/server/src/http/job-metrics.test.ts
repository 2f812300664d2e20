import { defineJob, definePlugin, NO_WRITES } from '@parakh/core'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { serverForTest } from '../../test/server-for-test.ts'

it('tells what is due of each kind of job, and for how long, until it is done', async () => {
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
  // One kind takes all places but one: one is under way, five wait.
  await expect.poll(metrics, { timeout: 20_000 }).toContain('parakh_jobs_due{kind="work.slow"} 5')
  expect(await waited()).toBeGreaterThan(89)
  open = true
  for (const end of held) end()
  await expect.poll(metrics, { timeout: 20_000 }).toContain('parakh_jobs_due{kind="work.slow"} 0')
  expect(await waited()).toBe(0)
  await test.server.close()
})
