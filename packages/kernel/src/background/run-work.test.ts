import { CONTRACT, definePlugin, defineWork, service, token, type Work } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const EVERY_MS = 2_000
const DAY_MS = 86_400_000
const Greeting = token<string>('acme.greeting')

describe('the work of a plugin', () => {
  let given: Awaited<ReturnType<typeof createTestHost>>
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(async () => {
    vi.useRealTimers()
    await given.host.stop()
  })
  const hostWith = async (...work: Work[]) => {
    const services = [service(Greeting, {}, () => 'namaste')]
    const plugin = definePlugin({ id: 'acme', contract: CONTRACT, services, work })
    given = await createTestHost({ plugins: [plugin()] })
    return given
  }
  const periodic = (run: () => unknown, more: { inRecovery?: boolean; where?: readonly ('serve' | 'worker')[] } = {}) =>
    defineWork({ id: 'acme.sync', everyMs: EVERY_MS, where: ['serve'], needs: {}, run, ...more })

  it('is made again after each interval, with its services, until the host stops', async () => {
    const greetings: string[] = []
    const { host } = await hostWith(
      defineWork({
        ...{ id: 'acme.greet', everyMs: EVERY_MS, where: ['serve'], needs: { greeting: Greeting } },
        run: ({ greeting }) => void greetings.push(greeting),
      }),
    )
    await host.start()
    expect(greetings).toEqual([])
    await vi.advanceTimersByTimeAsync(3 * EVERY_MS)
    expect(greetings).toEqual(['namaste', 'namaste', 'namaste'])
    await host.stop()
    await vi.advanceTimersByTimeAsync(3 * EVERY_MS)
    expect(greetings).toHaveLength(3)
  })

  it('that fails is logged by its id and made again, and never overlaps with itself', async () => {
    let end = (): void => undefined
    const run = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new Error('no connection'))
      .mockImplementationOnce(() => new Promise((resolve) => (end = resolve)))
      .mockResolvedValue()
    const { host, logger } = await hostWith(periodic(run))
    await host.start()
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(logger.of('background.failed')).toMatchObject([{ facts: { task: 'acme.sync', error: expect.any(String) } }])
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS)
    expect(run).toHaveBeenCalledTimes(2)
    end()
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(run).toHaveBeenCalledTimes(3)
  })

  it('is waited for by a host that stops, and told of it', async () => {
    const told: boolean[] = []
    const { host } = await hostWith(
      defineWork({
        ...{ id: 'acme.long', everyMs: EVERY_MS, where: ['serve'], needs: {} },
        run: ({ signal }) =>
          new Promise<void>((resolve) => {
            signal.addEventListener('abort', () => {
              told.push(signal.aborted)
              resolve()
            })
          }),
      }),
    )
    await host.start()
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    await host.stop()
    expect(told).toEqual([true])
  })

  it('is left out while the host is in money recovery, unless it says otherwise', async () => {
    const [moving, reading] = [vi.fn(), vi.fn()]
    const { host, store } = await hostWith(
      periodic(moving),
      defineWork({
        ...{ id: 'acme.read', everyMs: EVERY_MS, where: ['serve'], inRecovery: true, needs: {} },
        run: reading,
      }),
    )
    await store.money.stop('recovery', 'a restored copy')
    await host.start()
    await vi.advanceTimersByTimeAsync(2 * EVERY_MS)
    expect([moving.mock.calls.length, reading.mock.calls.length]).toEqual([0, 2])
    expect(reading.mock.calls[0]?.[0].inRecovery()).toBe(true)
  })

  it('runs in processes of its place alone', async () => {
    const ran: string[] = []
    const at = (id: `acme.${string}`, where: readonly ('serve' | 'worker')[]) =>
      defineWork({ id, where, everyMs: EVERY_MS, needs: {}, run: () => void ran.push(id) })
    const all = [at('acme.serve', ['serve']), at('acme.worker', ['worker']), at('acme.both', ['serve', 'worker'])]
    const serving = await hostWith(...all)
    await serving.host.start()
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(ran.splice(0)).toEqual(['acme.serve', 'acme.both'])
    await serving.host.stop()
    const working = await hostWith(...all)
    await working.host.work()
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(ran).toEqual(['acme.worker', 'acme.both'])
  })

  it('that goes on by itself is begun once, and the host waits for its end', async () => {
    const events: string[] = []
    const { host, logger } = await hostWith(
      defineWork({
        ...{ id: 'acme.loop', where: ['serve'], needs: { greeting: Greeting } },
        begin({ greeting }) {
          events.push(`begun: ${greeting}`)
          return async () => void events.push('ended')
        },
      }),
      defineWork({
        ...{ id: 'acme.broken', where: ['serve'], needs: {} },
        begin: () => () => Promise.reject(new Error('no connection')),
      }),
    )
    await host.start()
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS)
    expect(events).toEqual(['begun: namaste'])
    await host.stop()
    expect(events).toEqual(['begun: namaste', 'ended'])
    expect(logger.of('background.failed')).toMatchObject([{ facts: { task: 'acme.broken' } }])
  })

  it('drops nothing early by a clock that is set ahead', async () => {
    const before: number[] = []
    const { host, clock } = await hostWith(
      defineWork({
        ...{ id: 'acme.purge', everyMs: EVERY_MS, where: ['serve'], needs: {} },
        run: ({ expiredBefore }) => void before.push(expiredBefore(DAY_MS)),
      }),
    )
    const startedAt = clock.now().getTime()
    await host.start()
    clock.set(new Date(startedAt + 365 * DAY_MS))
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(before).toHaveLength(1)
    expect(before[0]).toBeLessThan(startedAt)
  })

  it('is refused without a place, at a pace that is none, or under an id that is taken', async () => {
    given = await createTestHost({ plugins: [] })
    const plugin = definePlugin({
      ...{ id: 'acme', contract: CONTRACT },
      work: [periodic(() => undefined, { where: [] }), { ...periodic(() => undefined), everyMs: 5 }],
    })
    await expect(createTestHost({ plugins: [plugin()] })).rejects.toMatchObject({
      faults: [
        { code: 'WORK_INVALID', path: 'plugins.acme', message: expect.stringContaining('where must name') },
        { code: 'WORK_INVALID', message: expect.stringContaining('each id once') },
        { code: 'WORK_INVALID', message: expect.stringContaining('everyMs must be a whole number') },
      ],
    })
  })
})
