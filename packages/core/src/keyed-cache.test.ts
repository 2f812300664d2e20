import { expect, it } from 'vitest'
import { KeyedCache } from './keyed-cache.ts'

/** A cache and the keys that were loaded for it. `gone` has no value, `away` fails. */
function cacheOf(most: number) {
  const cache = new KeyedCache<{ readonly key: string } | null>(most)
  const loaded: string[] = []
  const get = (key: string) =>
    cache.get(key, async () => {
      loaded.push(key)
      if (key === 'away') throw new Error('away')
      return key === 'gone' ? null : { key }
    })
  return { cache, loaded, get }
}

it('loads a key once however many ask for it, and gives it at once afterwards', async () => {
  const { loaded, get } = cacheOf(2)
  expect(await Promise.all([get('a'), get('a'), get('a')])).toEqual([{ key: 'a' }, { key: 'a' }, { key: 'a' }])
  expect(get('a')).toEqual({ key: 'a' })
  expect(loaded).toEqual(['a'])
})

it('keeps so many and no more: the oldest goes', async () => {
  const { loaded, get } = cacheOf(2)
  for (const key of ['a', 'b', 'c', 'b', 'c', 'a']) await get(key)
  expect(loaded).toEqual(['a', 'b', 'c', 'a'])
})

it('bounds what is being loaded too', async () => {
  const { loaded, get } = cacheOf(2)
  await Promise.all(['a', 'b', 'c'].map(get))
  await get('c')
  await get('a')
  expect(loaded).toEqual(['a', 'b', 'c', 'a'])
})

it('keeps nothing of a key without a value, nor of one that failed: those who wait are told, the next one loads again', async () => {
  const { loaded, get } = cacheOf(2)
  expect([await get('gone'), await get('gone')]).toEqual([null, null])
  const waiting = [get('away'), get('away')]
  for (const one of waiting) await expect(one).rejects.toThrow('away')
  await expect(get('away')).rejects.toThrow('away')
  expect(loaded).toEqual(['gone', 'gone', 'away', 'away'])
})

it('gives nobody what was loading when it was told to forget, but those who waited for it', async () => {
  const cache = new KeyedCache<string>(2)
  const ends: ((value: string) => void)[] = []
  const load = () => new Promise<string>((resolve) => void ends.push(resolve))
  const before = cache.get('a', load)
  cache.forget('a')
  const after = cache.get('a', load)
  ends[1]?.('new')
  ends[0]?.('old')
  expect([await before, await after]).toEqual(['old', 'new'])
  expect(cache.get('a', load)).toBe('new')
})
