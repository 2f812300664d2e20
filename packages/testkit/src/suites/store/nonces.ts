import { expect, it } from 'vitest'
import type { StoreTrial } from './store-trial.ts'

/** Nonces of auth schemes. */
export function nonceTests(trial: () => StoreTrial): void {
  const claim = (nonce: string, changes: object = {}) =>
    trial().store.nonces.claim({ scheme: 'partners', nonce, at: trial().at, seconds: 600, ...changes })

  it('are claimed once, also where several claim one at the same time', async () => {
    const nonce = trial().ids.next()
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(nonce)))
    expect(claims.filter(Boolean)).toEqual([true])
    expect(await claim(nonce)).toBe(false)
    expect(await claim(nonce, { scheme: 'others' })).toBe(true)
    expect(await claim(`${nonce} `)).toBe(true)
  })

  it('are free again when their time has passed, and no earlier', async () => {
    const { ids, at } = trial()
    const nonce = ids.next()
    expect(await claim(nonce)).toBe(true)
    expect(await claim(nonce, { at: at + 599_999 })).toBe(false)
    expect(await claim(nonce, { at: at + 600_000 })).toBe(true)
    expect(await claim(nonce, { at: at + 600_001 })).toBe(false)
  })

  it('are dropped when their time has passed', async () => {
    const { store, ids, at } = trial()
    const [ended, kept] = [ids.next(), ids.next()]
    await claim(ended, { seconds: 1 })
    await claim(kept)
    expect(await store.nonces.purge(at + 1_000)).toBeGreaterThan(0)
    expect(await store.nonces.purge(at + 1_000)).toBe(0)
    expect([await claim(ended), await claim(kept)]).toEqual([true, false])
  })

  it.each([0, -1, 0.5, 604_801, Number.NaN])('are not remembered for %d s', async (seconds) => {
    await expect(claim(trial().ids.next(), { seconds })).rejects.toMatchObject({ code: 'NONCE_LIFE_INVALID' })
  })
}
