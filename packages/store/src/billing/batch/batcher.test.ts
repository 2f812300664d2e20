import { describe, expect, it, vi } from 'vitest'
import { Batcher, type BatcherOptions } from './batcher.ts'

const refusal = (operation: string, cause: unknown): unknown => new Error(`${operation}: ${String(cause)}`)

function lane(options: Partial<BatcherOptions<string, string>> = {}) {
  const batches: (readonly string[])[] = []
  const batcher = new Batcher<string, string>({
    maxSize: 4,
    failsAlike: () => false,
    refusal,
    ...options,
    async run(operations) {
      batches.push(operations)
      await new Promise((resolve) => setImmediate(resolve))
      if (options.run) return await options.run(operations, 0)
      return operations.map((operation) => operation.toUpperCase())
    },
  })
  return { batcher, batches }
}

const refuse =
  (...bad: readonly string[]) =>
  async (operations: readonly string[]): Promise<readonly string[]> => {
    const culprit = operations.find((operation) => bad.includes(operation))
    if (culprit !== undefined) throw new TypeError(culprit)
    return operations.map((operation) => operation.toUpperCase())
  }

describe('a lane of batches', () => {
  it('forms the next batch while one is in flight, in the order of the queue, up to its size', async () => {
    const { batcher, batches } = lane()
    const first = batcher.add('a')
    await Promise.resolve()
    await Promise.resolve()
    const rest = ['b', 'c', 'd', 'e', 'f', 'g'].map((operation) => batcher.add(operation))
    expect(await Promise.all([first, ...rest])).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G'])
    expect(batches.flat()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    expect(Math.max(...batches.map(({ length }) => length))).toBe(4)
  })

  it('takes operations of one turn of the event loop together, as requests that arrive at once are', async () => {
    const { batcher, batches } = lane()
    const asked: Promise<string>[] = []
    // Callbacks of one phase, between which promises go on.
    for (const operation of ['a', 'b', 'c']) setImmediate(() => asked.push(batcher.add(operation)))
    await vi.waitFor(() => expect(asked).toHaveLength(3), { timeout: 60_000 })
    expect([await Promise.all(asked), batches]).toEqual([['A', 'B', 'C'], [['a', 'b', 'c']]])
  })

  it('runs a single operation alone when it is idle', async () => {
    const { batcher, batches } = lane()
    expect(await batcher.add('a')).toBe('A')
    expect(batches).toEqual([['a']])
  })

  it('takes those that go first before all others, whenever they are queued', async () => {
    const { batcher, batches } = lane()
    const begun = batcher.add('a')
    await Promise.resolve()
    const added = [
      ...['b', 'c', 'd', 'e', 'f'].map((one) => batcher.add(one)),
      batcher.add('g', true),
      batcher.add('h', true),
    ]
    await Promise.all([begun, ...added])
    expect(batches).toEqual([
      ['g', 'h', 'a', 'b'],
      ['c', 'd', 'e', 'f'],
    ])
    expect([batcher.queued, batcher.waitMs]).toEqual([0, 0])
  })

  it('knows how long one more would wait: the batches before its own, each as long as the one in flight already takes', async () => {
    const time = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    let end = (): void => undefined
    const { batcher } = lane({ run: (batch) => new Promise((resolve) => (end = () => resolve(batch))) })
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((one) => batcher.add(one))
    await vi.waitFor(() => expect(batcher.queued).toBe(5), { timeout: 60_000 })
    time.mockReturnValue(1_300)
    expect(batcher.waitMs).toBe(600)
    time.mockRestore()
    const over = setInterval(() => end(), 1)
    await Promise.all(all)
    clearInterval(over)
  })

  it('rejects the operation that fails alone, and lets the others of its batch succeed', async () => {
    const { batcher } = lane({ run: refuse('c') })
    const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map((operation) => batcher.add(operation)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(results[2]).toMatchObject({ reason: { message: 'c: TypeError: c' } })
  })

  it('keeps the order of operations while it halves', async () => {
    const done: string[] = []
    const run = refuse('b', 'd')
    const { batcher } = lane({
      run: async (operations) => {
        const results = await run(operations)
        done.push(...operations)
        return results
      },
    })
    await Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f'].map((operation) => batcher.add(operation)))
    expect(done).toEqual(['a', 'c', 'e', 'f'])
  })

  it('rejects all of a batch at once when the database is unavailable', async () => {
    const { batcher, batches } = lane({ failsAlike: () => true, run: refuse('b') })
    const results = await Promise.allSettled(['a', 'b', 'c'].map((operation) => batcher.add(operation)))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(batches).toHaveLength(1)
  })

  describe('with contended operations', () => {
    class Contended extends Error {
      constructor(readonly operations: readonly string[]) {
        super('contended')
      }
    }
    /** Fails while any of them is in a batch. */
    const failWith =
      (held: ReadonlySet<string>) =>
      async (operations: readonly string[]): Promise<readonly string[]> => {
        const found = operations.filter((operation) => held.has(operation))
        if (found.length > 0) throw new Contended(found)
        return operations.map((operation) => operation.toUpperCase())
      }
    const contention = (withinMs: number) => ({
      contended: (error: unknown) =>
        error instanceof Contended ? (operation: string) => error.operations.includes(operation) : null,
      withinMs,
      refusal: () => new Error('its time is over'),
    })

    it('queues them again, and runs the others of their batch and of the lane before they are tried again', async () => {
      const held = new Set(['b', 'c'])
      const { batcher, batches } = lane({ run: failWith(held), contention: contention(5_000), maxSize: 3 })
      const results = ['a', 'b', 'c', 'd', 'e'].map((operation) => batcher.add(operation))
      expect(await Promise.all([results[0], results[3], results[4]])).toEqual(['A', 'D', 'E'])
      held.clear()
      expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D', 'E'])
      expect(batches.slice(0, 3)).toEqual([['a', 'b', 'c'], ['a'], ['d', 'e', 'b']])
    })

    it('queues them in the contended lane, where there is one, with those of them that are still queued', async () => {
      const held = new Set(['b'])
      const other = lane()
      const contending = { ...contention(5_000), lane: other.batcher }
      const { batcher, batches } = lane({ run: failWith(held), contention: contending, maxSize: 3 })
      const results = ['a', 'b', 'c', 'b', 'd'].map((operation) => batcher.add(operation))
      expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'B', 'D'])
      expect(batches).toEqual([['a', 'b', 'c'], ['a', 'c'], ['d']])
      expect(other.batches).toEqual([['b', 'b']])
    })

    it('refuses them alone when their time is over', async () => {
      const { batcher, batches } = lane({ run: failWith(new Set(['b'])), contention: contention(50) })
      const results = await Promise.allSettled(['a', 'b', 'c'].map((operation) => batcher.add(operation)))
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(results[1]).toMatchObject({ reason: { message: 'its time is over' } })
      expect(batches.length).toBeGreaterThan(3)
      await batcher.idle()
    })
  })

  it('is idle when nothing is queued nor in flight', async () => {
    const { batcher } = lane()
    let settled = 0
    for (const operation of ['a', 'b', 'c', 'd', 'e', 'f']) void batcher.add(operation).then(() => settled++)
    await batcher.idle()
    expect(settled).toBe(6)
    await batcher.idle()
  })
})
