import { AccessTokens, Clock, Ids, inr, Pricing, type Service, Store, service } from '@parakh/core'
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

  it('access tokens: what it says of a token is who calls', async () => {
    const mine = service(AccessTokens, { store: Store }, ({ store }) => ({
      async verify(token) {
        const key = token === 'open sesame' ? (await store.keys.list())[0] : undefined
        if (!key) return null
        const { id: keyId, publicId, accountId, environment, secretVersion } = key
        return { keyId, publicId, accountId, environment, secretVersion }
      },
      issue: async () => ({ token: 'open sesame', expiresAt: new Date(0) }),
      jwks: async () => ({ keys: [] }),
    }))
    const made = await hostWith(mine)
    expect(await made.host.call('find-parcel', { id: 'p-1' }, { bearer: 'open sesame' })).toMatchObject({ status: 200 })
    const refused = await made.host.call('find-parcel', { id: 'p-1' }, { bearer: 'open' })
    expect(refused).toMatchObject({ status: 401, code: 'INVALID_TOKEN' })
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
