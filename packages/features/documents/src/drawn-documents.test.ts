import { describe, expect, it } from 'vitest'
import { DrawingQueue } from './drawing-queue.ts'
import { DrawnDocuments } from './drawn-documents.ts'

function setUp(mostBytes = 100) {
  const drawn: string[] = []
  let [now, most] = [0, 0]
  const ends: (() => void)[] = []
  const documents = new DrawnDocuments(new DrawingQueue({ atOnce: 2, waiting: 3 }), mostBytes)
  const get = (key: string, bytes = 40) =>
    documents.get(key, async () => {
      drawn.push(key)
      return new Uint8Array(bytes)
    })
  const getSlowly = (key: string) =>
    documents.get(key, async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise<void>((resolve) => ends.push(resolve))
      now -= 1
      return new Uint8Array(1)
    })
  const endAll = async (count: number): Promise<void> => {
    for (let ended = 0; ended < count; ended += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(0)
      ends.shift()?.()
    }
  }
  return { drawn, get, getSlowly, endAll, mostAtOnce: () => most }
}

describe('documents that are drawn', () => {
  it('are cached, least recently used first out, within a byte limit', async () => {
    const { drawn, get } = setUp()
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
    expect(drawn).toEqual(['a', 'b', 'c', 'b'])
    await get('large', 101)
    await get('large', 101)
    await get('a')
    expect(drawn).toEqual(['a', 'b', 'c', 'b', 'large', 'large'])
  })

  it('are drawn once for concurrent requests', async () => {
    const { drawn, get } = setUp()
    const [one, other] = await Promise.all([get('a'), get('a')])
    expect(one).toBe(other)
    expect(drawn).toEqual(['a'])
  })

  it('are few at a time; some wait, and more are refused until there is room', async () => {
    const { getSlowly, endAll, mostAtOnce } = setUp()
    const asked = ['a', 'b', 'c', 'd', 'e'].map(getSlowly)
    expect(await getSlowly('f')).toBeNull()
    await endAll(5)
    for (const pdf of await Promise.all(asked)) expect(pdf).toHaveLength(1)
    expect(mostAtOnce()).toBe(2)
    const later = getSlowly('f')
    await endAll(1)
    expect(await later).toHaveLength(1)
  })

  it('are drawn again after a failure, which frees its place in the queue', async () => {
    const { get } = setUp()
    const documents = new DrawnDocuments(new DrawingQueue({ atOnce: 1, waiting: 0 }), 100)
    const broken = async (): Promise<Uint8Array> => {
      throw new TypeError('broken')
    }
    await expect(documents.get('a', broken)).rejects.toThrow('broken')
    expect(await documents.get('a', async () => new Uint8Array(2))).toHaveLength(2)
    expect(await get('a')).toHaveLength(40)
  })
})
