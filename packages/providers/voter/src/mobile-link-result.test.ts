import { inr } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { OTHER_CARD } from '../test/fake-link-source.ts'
import { CARD, referenceOf, signed, voterHost } from '../test/voter-host.ts'

describe('a request to link a mobile number', () => {
  it('is told of by a signed callback, once, without the card and the mobile number', async () => {
    const { host, link, post, events, balance } = await voterHost()
    const reference = referenceOf(await link())
    const result = { reference, record: { epic: CARD.epic, state: 'completed' } }
    const forged = { ...signed(result), headers: { 'x-signature': 'f00' } }
    expect(await host.callback('voter', 'fake', forged)).toBe('refused')
    expect(await events()).toEqual([])
    expect([await post(result), await post(result)]).toEqual(['accepted', 'accepted'])
    expect((await events()).map(({ data }) => data)).toEqual([{ ref_id: reference, state: 'completed' }])
    expect(JSON.stringify(await events())).not.toMatch(/ABC1234566|9876543210/)
    expect((await balance()).balance).toBe(inr('92.50'))
    await host.stop()
  })

  it('is told of by asking the source, where no callback comes', async () => {
    const { host, link, until, source, events } = await voterHost()
    const reference = referenceOf(await link())
    source.status = { epic: CARD.epic, state: 'completed' }
    await host.start()
    const told = { ref_id: reference, state: 'completed' }
    await until(async () => expect((await events()).map(({ data }) => data)).toEqual([told]))
    await host.stop()
  })

  it('is not told of as long as the source says what the answer has said', async () => {
    const { host, link, post, until, source, events } = await voterHost()
    const reference = referenceOf(await link())
    await host.start()
    await until(async () => expect(source.asked).toBeGreaterThan(1))
    expect(await post({ reference, record: { epic: CARD.epic, state: 'pending' } })).toBe('accepted')
    expect(await events()).toEqual([])
    source.status = { epic: null, state: 'completed' }
    await until(async () => expect((await events()).map(({ data }) => data['state'])).toEqual(['completed']))
    await host.stop()
  })

  it('is refunded exactly once where a callback says later that it failed, however often it is posted', async () => {
    const { host, link, post, events, balance, store } = await voterHost()
    const reference = referenceOf(await link())
    const no = { reference, record: { epic: null, state: 'failed' } }
    expect(await Promise.all([post(no), post(no), post(no)])).toEqual(['accepted', 'accepted', 'accepted'])
    await post(no)
    await post({ reference, record: { epic: null, state: 'completed' } })
    expect(await balance()).toMatchObject({ balance: inr('100'), held: 0 })
    expect((await events()).map(({ data }) => data)).toEqual([{ ref_id: reference, state: 'failed' }])
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  })

  it('is refunded exactly once where the source says so when it is asked, and posts it besides', async () => {
    const { host, link, post, until, source, events, balance, store } = await voterHost()
    const reference = referenceOf(await link())
    source.status = { epic: CARD.epic, state: 'failed' }
    await host.start()
    await until(async () => expect((await balance()).balance).toBe(inr('100')))
    await post({ reference, record: source.status })
    expect(await balance()).toMatchObject({ balance: inr('100'), held: 0 })
    expect((await events()).map(({ data }) => data)).toEqual([{ ref_id: reference, state: 'failed' }])
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  })

  it('is neither completed nor refunded by results of another card', async () => {
    const { host, link, post, events, balance } = await voterHost()
    const reference = referenceOf(await link())
    for (const state of ['completed', 'failed'])
      expect(await post({ reference, record: { epic: OTHER_CARD, state } })).toBe('malformed')
    expect(await events()).toEqual([])
    expect((await balance()).balance).toBe(inr('92.50'))
    await post({ reference, record: { epic: CARD.epic, state: 'completed' } })
    expect((await events()).at(-1)?.data).toEqual({ ref_id: reference, state: 'completed' })
    await host.stop()
  })
})
