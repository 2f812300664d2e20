import { inr, zero } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { testPlugin } from '@parakh/testkit/suites'
import { describe, expect, it, vi } from 'vitest'
import { CARDS } from './fixtures.ts'
import voter, { OLD_CARD_WARNING } from './index.ts'

testPlugin(voter)

const LEGACY_FIELDS = ['amount', 'application_no', 'balance_left', 'epic', 'message', 'mobile', 'ref_id', 'status']

/** With the 100 INR of a new account. */
async function sandbox() {
  const made = await createTestHost({ plugins: [voter()], funds: zero })
  const { host, keys, store, account } = made
  return {
    ...made,
    link: (card: object) => host.call('voter-mobile-link', card, keys.sandbox),
    balance: async () => (await store.wallet.balance(account.id, 'sandbox')).balance,
    states: async () => (await store.outbox.read(100)).flatMap(({ data }) => ('ref_id' in data ? [data['state']] : [])),
  }
}

describe('the voter plugin in its sandbox', () => {
  it('answers the legacy fields and no others', async () => {
    const { host, link } = await sandbox()
    const { body } = await link(CARDS.asha)
    expect(Object.keys(Object(body)).sort()).toEqual(LEGACY_FIELDS)
    expect(body).toMatchObject({ status: '200', ...CARDS.asha, amount: '7.50', balance_left: '92.50' })
    await host.stop()
  })

  it.each([CARDS.old, { epic: 'up/80/398/0123456', mobile: '9876543210' }])(
    'takes the old card number $epic, and warns of it',
    async (card) => {
      const { host, link } = await sandbox()
      const { body } = await link(card)
      expect(body).toMatchObject({ status: '200', epic: card.epic.toUpperCase(), warning: OLD_CARD_WARNING })
      expect(Object.keys(Object(body)).sort()).toEqual([...LEGACY_FIELDS, 'warning'].sort())
      await host.stop()
    },
  )

  it.each([
    ['a listed card', CARDS.kabir],
    ['any other card', { epic: 'ABC1234566', mobile: '9876543210' }],
  ])('completes a request of %s in one sitting', async (_, card) => {
    const { host, link, clock, states } = await sandbox()
    await host.start()
    expect((await link(card)).status).toBe(200)
    await vi.waitFor(
      async () => {
        clock.advance(2_100)
        expect((await states()).at(-1)).toBe('completed')
      },
      { timeout: 60_000, interval: 100 },
    )
    await host.stop()
  })

  it('refunds a request that the source refuses later', async () => {
    const { host, link, clock, balance, states } = await sandbox()
    await host.start()
    await link(CARDS.failsLater)
    expect(await balance()).toBe(inr('92.50'))
    clock.advance(2_100)
    await vi.waitFor(async () => expect(await balance()).toBe(inr('100')), { timeout: 60_000 })
    expect(await states()).toEqual(['failed'])
    await host.stop()
  })

  it.each([CARDS.notFound, CARDS.refused])('says no in the legacy way of $epic, for nothing', async (card) => {
    const { host, link, balance } = await sandbox()
    const body = { status: '404', message: 'request failed' }
    expect(await link(card)).toMatchObject({ status: 400, outcome: 'none', body })
    expect(await balance()).toBe(inr('100'))
    await host.stop()
  })

  it('is locked in production without a live provider', async () => {
    const { host, keys } = await sandbox()
    const reply = await host.call('voter-mobile-link', { epic: 'ABC1234566', mobile: '9876543210' }, keys.production)
    expect(reply).toMatchObject({ status: 403, code: 'MODULE_NOT_ACTIVATED' })
    await host.stop()
  })
})
