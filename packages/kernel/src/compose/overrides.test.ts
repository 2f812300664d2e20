import { type Auth, Auth as AuthToken, Clock, Ids, inr, Pricing, type Service, Store, service } from '@parakh/core'
import { createTestHost, sequentialIds } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import { parcels } from '../../test/parcels.ts'

const hostWith = (...overrides: Service[]) => createTestHost({ plugins: [parcels()], overrides, funds: inr('100') })
const find = (made: Awaited<ReturnType<typeof hostWith>>, requestId?: string) =>
  made.host.call('find-parcel', { id: 'p-1' }, made.keys.sandbox, requestId === undefined ? {} : { requestId })

describe('a host replaces a default service', () => {
  it('pricing: the price that it quotes is the price that is charged', async () => {
    const quote = { price: inr('7'), source: 'account', version: 'mine', legs: [] } as const
    const made = await hostWith(service(Pricing, {}, () => ({ quote: () => quote })))
    expect(await find(made)).toMatchObject({ body: { meta: { charged: 7 } } })
    await made.host.stop()
  })

  it('auth: who it says is calling is calling', async () => {
    const mine = service(
      AuthToken,
      { store: Store },
      ({ store }): Auth => ({
        async identify({ bearer }) {
          const owner = bearer === 'open sesame' ? (await store.keys.list())[0] : undefined
          const found = owner && (await store.keys.get(owner.id))
          return found
            ? { caller: { ...found, environment: found.key.environment, by: 'bearer' } }
            : { refused: 'INVALID_TOKEN' }
        },
        issue: async () => ({ token: 'open sesame', expiresAt: new Date(0) }),
        jwks: async () => ({ keys: [] }),
      }),
    )
    const made = await hostWith(mine)
    expect(await made.host.call('find-parcel', { id: 'p-1' }, { bearer: 'open sesame' })).toMatchObject({ status: 200 })
    expect(await find(made)).toMatchObject({ status: 401, code: 'INVALID_TOKEN' })
    await made.host.stop()
  })

  it('clock and ids: times and references are its own', async () => {
    const at = new Date('2030-05-05T00:00:00Z')
    const ids = sequentialIds(777)
    const clock = service(Clock, {}, () => ({ now: () => at, monotonicMs: () => 0 }))
    const made = await hostWith(
      clock,
      service(Ids, {}, () => ids),
    )
    const reply = await find(made)
    const { request_id: requestId } = reply.body as { request_id: string }
    const stored = await made.store.billing.find(
      { accountId: made.account.id, environment: 'sandbox' },
      { reference: 'none' },
    )
    expect(stored).toBeNull()
    expect(requestId).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    expect((await made.store.usage.counts(made.account.id, 'sandbox', at)).today).toBe(1)
    await made.host.stop()
  })
})
