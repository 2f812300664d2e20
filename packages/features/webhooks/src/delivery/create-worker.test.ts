import { collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { MemoryDeliveries } from '../testing/memory-deliveries.ts'
import type { WebhookStore } from '../webhook-store.ts'
import { createWorker, type WorkerOptions } from './create-worker.ts'
import type { Post, Posted } from './poster.ts'

const OK: Posted = { httpStatus: 200, error: null, responseExcerpt: 'ok', latencyMs: 1, retryAfterMs: null }
const FAILED: Posted = { ...OK, httpStatus: 500, error: 'HTTP_STATUS' }
const ended: (() => Promise<void>)[] = []
const hanging: (() => void)[] = []
afterEach(async () => {
  // A worker that is stopped waits for its posts; one that went on would run in the files after this one.
  for (const answer of hanging.splice(0)) answer()
  for (const end of ended.splice(0)) await end()
})

function scene(answer: (post: Post) => Posted | Promise<Posted>, more: Partial<WorkerOptions> = {}) {
  const store = new MemoryDeliveries()
  const clock = manualClock()
  const posts: Post[] = []
  const open = new Map<string, { now: number; most: number }>()
  const poster = {
    async post(post: Post): Promise<Posted> {
      posts.push(post)
      const queue = open.get(post.queue) ?? { now: 0, most: 0 }
      open.set(post.queue, queue)
      queue.now += 1
      queue.most = Math.max(queue.most, queue.now)
      try {
        return await answer(post)
      } finally {
        queue.now -= 1
      }
    },
    closeUnused: async () => undefined,
    close: async () => undefined,
  }
  const worker = createWorker({
    ...{ poster, clock, ids: sequentialIds(), logger: collectingLogger(), keptMs: 1, everyMs: 5 },
    // The worker asks for no more than this of it.
    store: store as unknown as WebhookStore,
    schedule: { delaysMs: [0, 5_000, 300_000], random: () => 0.5 },
    ...more,
  })
  ended.push(() => worker.stop())
  return { store, clock, posts, open, worker, now: () => clock.now().getTime() }
}
const hang = (): Promise<Posted> => new Promise((resolve) => hanging.push(() => resolve(FAILED)))
const delivered = (store: MemoryDeliveries, queue: string): number =>
  store.results.filter(({ endpointId, status }) => endpointId === queue && status === 'delivered').length

it('delivers all due attempts, each queue within its limit', async () => {
  const { store, posts, open, worker } = scene(async () => OK)
  for (const name of ['one', 'two']) {
    store.endpoint(name)
    store.add(name, 300)
  }
  worker.start(() => false)
  await vi.waitFor(() => expect(store.results).toHaveLength(600), { timeout: 60_000 })
  expect(new Set(posts.map(({ headers }) => headers['webhook-id'])).size).toBe(600)
  expect([...open.values()].every(({ most }) => most <= 8)).toBe(true)
})

it('lets an endpoint that hangs delay no other endpoint, and sends it no more than two attempts at a time', async () => {
  const { store, posts, worker } = scene((post) => (post.queue === 'stuck' ? hang() : OK))
  for (const name of ['stuck', 'sound']) store.endpoint(name)
  store.add('stuck', 500)
  store.add('sound', 500)
  worker.start(() => false)
  await vi.waitFor(() => expect(delivered(store, 'sound')).toBe(500), { timeout: 60_000 })
  expect(posts.filter(({ queue }) => queue === 'stuck')).toHaveLength(2)
})

it('lowers the limit of a failing endpoint, to one after a time-out, and raises it after deliveries', async () => {
  const answers: Posted[] = []
  const { store, open, worker } = scene(async () => answers[0] ?? OK)
  store.endpoint('one')
  answers.push({ ...FAILED, httpStatus: null, error: 'TIMEOUT', latencyMs: 15_000 })
  store.add('one', 1)
  worker.start(() => false)
  await vi.waitFor(() => expect(store.results).toHaveLength(1), { timeout: 60_000 })
  open.clear()
  store.add('one', 20)
  await vi.waitFor(() => expect(store.results).toHaveLength(21), { timeout: 60_000 })
  expect(open.get('one')?.most).toBe(1)
  answers.length = 0
  store.add('one', 100)
  await vi.waitFor(() => expect(store.results).toHaveLength(121), { timeout: 60_000 })
  expect(open.get('one')?.most).toBeGreaterThan(1)
})

it('retries by the schedule, then gives up', async () => {
  const { store, clock, worker, now } = scene(async () => FAILED)
  store.endpoint('one')
  store.add('one')
  const start = now()
  worker.start(() => false)
  await vi.waitFor(() => expect(store.results).toHaveLength(1), { timeout: 60_000 })
  expect(store.results[0]).toMatchObject({ status: 'failed', nextAt: start + 5_000, attemptedAt: start })
  clock.advance(5_000)
  await vi.waitFor(() => expect(store.results).toHaveLength(2), { timeout: 60_000 })
  expect(store.results[1]).toMatchObject({ status: 'failed', nextAt: start + 305_000 })
  clock.advance(300_000)
  await vi.waitFor(() => expect(store.results).toHaveLength(3), { timeout: 60_000 })
  expect(store.results[2]).toMatchObject({ status: 'exhausted', nextAt: null })
})

it('reports that an endpoint is gone, and sends it none of the attempts that were read ahead', async () => {
  const { store, posts, worker } = scene(async () => ({ ...FAILED, httpStatus: 410 }), { perEndpoint: 1 })
  store.endpoint('one')
  store.add('one', 50)
  const record = store.record.bind(store)
  // As the store does: an endpoint that is gone is disabled in the same transaction.
  store.record = async (results) => {
    await record(results)
    const queue = store.queuesByName.get('one')
    if (queue && results.some(({ gone }) => gone)) store.queuesByName.set('one', { ...queue, enabled: false })
  }
  worker.start(() => false)
  await vi.waitFor(() => expect(store.results).toHaveLength(1), { timeout: 60_000 })
  expect(store.results[0]).toMatchObject({ gone: true, status: 'exhausted', nextAt: null })
  await worker.stop()
  expect(posts).toHaveLength(1)
})

it('sends nothing while it is paused', async () => {
  let paused = true
  const { store, posts, worker } = scene(async () => OK)
  store.endpoint('one')
  store.add('one')
  worker.start(() => paused)
  await new Promise((passed) => setTimeout(passed, 30))
  expect(posts).toEqual([])
  paused = false
  await vi.waitFor(() => expect(store.results).toHaveLength(1), { timeout: 60_000 })
})

it('stops after attempts in flight have ended and are recorded, and releases its leases', async () => {
  let answer: (posted: Posted) => void = () => undefined
  const { store, posts, worker } = scene(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
    { perEndpoint: 1 },
  )
  store.endpoint('one')
  store.add('one', 10)
  worker.start(() => false)
  await vi.waitFor(() => expect(posts).toHaveLength(1), { timeout: 60_000 })
  const stopped = worker.stop()
  answer(OK)
  await stopped
  expect(store.results).toHaveLength(1)
  expect([posts.length, store.released]).toEqual([1, 1])
})

it('starts no further attempt before the results of earlier ones are committed', async () => {
  const { store, posts, worker } = scene(async () => OK, { perEndpoint: 2 })
  store.endpoint('one')
  store.add('one', 10)
  store.trouble = new Error('the database is away')
  worker.start(() => false)
  await new Promise((passed) => setTimeout(passed, 50))
  expect(posts).toHaveLength(2)
  store.trouble = null
  await vi.waitFor(() => expect(store.results).toHaveLength(10), { timeout: 60_000 })
  expect(posts).toHaveLength(10)
})

it('uses the clock passed to start', async () => {
  const { store, worker, now } = scene(async () => OK)
  const ahead = manualClock()
  ahead.advance(3_600_000 + now() - ahead.now().getTime())
  store.endpoint('one')
  store.add('one', 1, now() + 3_600_000)
  worker.start(() => false, ahead)
  await vi.waitFor(() => expect(store.results).toHaveLength(1), { timeout: 60_000 })
  expect(store.results[0]?.attemptedAt).toBe(now() + 3_600_000)
})
