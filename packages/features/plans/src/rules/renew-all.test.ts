import { expect, it } from 'vitest'
import { type Renewing, renewAll } from './renew-all.ts'

const AT = new Date('2026-11-30T18:30:00Z')
/** Subscriptions that are due until they are renewed, in the order of their ids. */
function due(count: number) {
  const ids = Array.from({ length: count }, (_, n) => `s${String(n).padStart(5, '0')}`)
  const waiting = new Set(ids)
  const store: Renewing['store'] = {
    due: async (_at, { after, limit }) =>
      [...waiting]
        .filter((id) => after === null || id > after)
        .slice(0, limit)
        .map((id) => ({ id, accountId: id })),
  }
  return { store, waiting }
}

it('renews all that are due, in pages', async () => {
  const { store, waiting } = due(450)
  const renew = async (id: string) => {
    waiting.delete(id)
    return id.endsWith('0') ? ('grace' as const) : ('renewed' as const)
  }
  expect(await renewAll({ store, at: AT, renew })).toEqual({ renewed: 405, grace: 45, ended: 0 })
  expect(waiting.size).toBe(0)
})

it('renews all others if one renewal fails, and throws afterwards', async () => {
  const { store, waiting } = due(300)
  const renew = async (id: string) => {
    if (id === 's00007') throw new Error('locked')
    waiting.delete(id)
    return 'renewed' as const
  }
  await expect(renewAll({ store, at: AT, renew })).rejects.toThrow('locked')
  expect([...waiting]).toEqual(['s00007'])
})

it('leaves subscriptions above the limit of a run to the next run', async () => {
  const { store, waiting } = due(2_500)
  const renew = async (id: string) => {
    waiting.delete(id)
    return 'renewed' as const
  }
  expect(await renewAll({ store, at: AT, renew })).toMatchObject({ renewed: 2_000 })
  expect(await renewAll({ store, at: AT, renew })).toMatchObject({ renewed: 500 })
})
