import { beforeEach, describe, expect, it } from 'vitest'
import { RevisionCache } from './revision-cache.ts'

/** A process beside a database whose reads end when the test says so, with the revision as it was when they began. */
class World {
  nowMs = 0
  revision = 0
  changesHere = 0
  held = false
  readonly underway: { readonly end: () => void; readonly fail: (error: Error) => void }[] = []
  refreshes = 0
  most = 0
  readonly cache = new RevisionCache<{ readonly revision: number }>({
    clock: { monotonicMs: () => this.nowMs },
    changesHere: () => this.changesHere,
    refresh: () => this.#refresh(),
  })

  changeElsewhere(): void {
    this.revision += 1
  }
  changeHere(): void {
    this.revision += 1
    this.changesHere += 1
  }
  async #refresh(): Promise<{ revision: number }> {
    const { revision } = this
    this.refreshes += 1
    if (!this.held) return { revision }
    return await new Promise((resolve, reject) => {
      this.underway.push({ end: () => resolve({ revision }), fail: reject })
      this.most = Math.max(this.most, this.underway.length)
    }).then(
      (value) => this.#ended(value as { revision: number }),
      (error: unknown) => {
        this.#ended(null)
        throw error
      },
    )
  }
  #ended<T>(value: T): T {
    this.underway.shift()
    return value
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a projection of a database', () => {
  let world: World
  beforeEach(async () => {
    world = new World()
    await world.cache.get()
  })

  it('is given at once, without a read, while it is new', () => {
    world.nowMs = 499
    for (let n = 0; n < 1_000; n += 1) expect(world.cache.get()).toEqual({ revision: 0 })
    expect(world.refreshes).toBe(1)
  })

  it('is never older than a second: half a second old it is refreshed beside those who ask, then they wait', async () => {
    world.changeElsewhere()
    world.nowMs = 999
    expect(world.cache.get()).toEqual({ revision: 0 })
    await turn()
    expect(world.cache.get()).toEqual({ revision: 1 })
    world.changeElsewhere()
    world.nowMs = 1_999
    expect(world.cache.get()).toBeInstanceOf(Promise)
    expect(await world.cache.get()).toEqual({ revision: 2 })
  })

  it('is as old as the beginning of its read', async () => {
    world.held = true
    world.nowMs = 500
    world.cache.get()
    world.changeElsewhere()
    world.nowMs = 1_400
    world.underway[0]?.end()
    await turn()
    world.held = false
    world.nowMs = 1_500
    expect(await world.cache.get()).toEqual({ revision: 1 })
  })

  it('shows a change of its own process to whoever asks after it, even while it is being read', async () => {
    world.changeHere()
    expect(await world.cache.get()).toEqual({ revision: 1 })
    world.held = true
    world.nowMs = 500
    world.cache.get()
    world.changeHere()
    const asked = [world.cache.get(), world.cache.get()]
    world.held = false
    world.underway[0]?.end()
    expect(await Promise.all(asked)).toEqual([{ revision: 2 }, { revision: 2 }])
    expect(world.refreshes).toBe(4)
  })

  it('does not wait for changes that come while it waits', async () => {
    world.changeHere()
    world.held = true
    const asked = world.cache.get()
    world.changeHere()
    world.underway[0]?.end()
    expect(await asked).toEqual({ revision: 1 })
  })

  it('is read once at a time, however many ask and whatever changes', async () => {
    world.held = true
    world.nowMs = 5_000
    const asked = Array.from({ length: 10 }, () => {
      world.changeHere()
      return world.cache.get()
    })
    for (let n = 0; n < 3; n += 1) {
      world.underway[0]?.end()
      await turn()
    }
    expect(await Promise.all(asked)).toHaveLength(10)
    expect(world.most).toBe(1)
    expect(world.refreshes).toBe(3)
  })

  it('tells those who wait that it cannot be read, and nobody else; the next one reads again', async () => {
    world.held = true
    world.nowMs = 500
    expect(world.cache.get()).toEqual({ revision: 0 })
    world.underway[0]?.fail(new Error('away'))
    await turn()
    expect(world.cache.get()).toEqual({ revision: 0 })
    world.nowMs = 1_000
    const waiting = [world.cache.get(), world.cache.get()]
    world.underway[0]?.fail(new Error('away'))
    for (const one of waiting) await expect(one).rejects.toThrow('away')
    expect(world.cache.latest).toEqual({ revision: 0 })
    world.held = false
    expect(await world.cache.get()).toEqual({ revision: 0 })
  })

  it('tells whoever waits of a read that fails before it begins', async () => {
    let fails = true
    const cache = new RevisionCache({
      clock: { monotonicMs: () => 0 },
      refresh: () => {
        if (fails) throw new Error('not here')
        return Promise.resolve({ revision: 1 })
      },
    })
    await expect(cache.get()).rejects.toThrow('not here')
    fails = false
    expect(await cache.get()).toEqual({ revision: 1 })
  })

  it('gives what it knew to its refresh, which may give it back', async () => {
    const given: unknown[] = []
    let nowMs = 0
    const cache = new RevisionCache<{ readonly revision: number }>({
      clock: { monotonicMs: () => nowMs },
      refresh: async (known = { revision: 7 }) => {
        given.push(known)
        return known
      },
    })
    const first = await cache.get()
    nowMs = 1_000
    expect(await cache.get()).toBe(first)
    expect(given).toEqual([{ revision: 7 }, first])
  })
})
