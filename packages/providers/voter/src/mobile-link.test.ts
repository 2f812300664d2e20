import { createHmac } from 'node:crypto'
import { inr } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { electoralOffice } from '../test/electoral-office.ts'
import voter from './index.ts'

const SECRET = 'office-secret'
const CARD = { epic: 'ABC1234566', mobile: '9876543210' }
/** More than the time between two questions, and than the lease of a taken over write. */
const STEP_MS = 61_000
const Reference = z.object({ ref_id: z.string() })

const signed = (news: object) => {
  const body = new TextEncoder().encode(JSON.stringify(news))
  return { body, headers: { 'x-signature': createHmac('sha256', SECRET).update(body).digest('hex') } }
}

/** A server in production with a licensed source, and an account with 100 INR. */
async function licensed() {
  const office = electoralOffice()
  const plugin = voter({
    live: office.source(SECRET),
    licence: { authority: 'ECI', number: 'LIC-0001', validUntil: '2027-03-31' },
    consent: { notice: '2026-01' },
  })
  const made = await createTestHost({ plugins: [plugin], funds: inr('100') })
  const { host, keys, store, account, clock } = made
  const options = { requestId: 'one', consentRef: 'artefact-1' }
  return {
    ...made,
    office: office.state,
    link: (more: object = {}) => host.call('voter-mobile-link', CARD, keys.production, { ...options, ...more }),
    post: (news: object) => host.callback('voter', 'office', signed(news)),
    balance: async () => store.wallet.balance(account.id, 'production'),
    /** Lets time pass, again and again, until something has happened in the background. */
    until: (happened: () => Promise<void>) =>
      vi.waitFor(
        async () => {
          clock.advance(STEP_MS)
          await happened()
        },
        { timeout: 20_000, interval: 500 },
      ),
    events: async () => (await store.outbox.read(100)).filter(({ type }) => type === 'voter_mobile_link.updated'),
  }
}
const referenceOf = ({ body }: { body: unknown }): string => Reference.parse(body).ref_id

describe('a request to link a mobile number', () => {
  it('is answered at once with a reference, and charged on acceptance', async () => {
    const { host, link, balance, office, events } = await licensed()
    const reply = await link()
    expect(reply).toMatchObject({ status: 200, outcome: 'answer' })
    expect(reply.body).toEqual({
      status: '200',
      message: 'The mobile link is pending and completes within 5 minutes',
      ...CARD,
      ref_id: office.arrived[0],
      application_no: office.arrived[0],
      amount: '7.50',
      balance_left: '92.50',
    })
    expect(await balance()).toMatchObject({ balance: inr('92.50'), held: 0 })
    expect(await events()).toEqual([])
    await host.stop()
  })

  it('needs the consent of the holder of the card', async () => {
    const { host, link, office } = await licensed()
    expect(await link({ consentRef: undefined })).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED' })
    expect(office.arrived).toEqual([])
    await host.stop()
  })

  it('is told of by a signed callback, once, without the card and the mobile number', async () => {
    const { host, link, post, events, balance } = await licensed()
    const reference = referenceOf(await link())
    const news = { reference, record: { epic: CARD.epic, state: 'completed' } }
    const forged = { ...signed(news), headers: { 'x-signature': 'f00' } }
    expect(await host.callback('voter', 'office', forged)).toBe('refused')
    expect(await events()).toEqual([])
    expect([await post(news), await post(news)]).toEqual(['taken', 'taken'])
    expect((await events()).map(({ data }) => data)).toEqual([{ ref_id: reference, state: 'completed' }])
    expect(JSON.stringify(await events())).not.toMatch(/ABC1234566|9876543210/)
    expect((await balance()).balance).toBe(inr('92.50'))
    await host.stop()
  })

  it('is told of by asking the source, where no callback comes', async () => {
    const { host, link, until, office, events } = await licensed()
    const reference = referenceOf(await link())
    office.status = { epic: CARD.epic, state: 'completed' }
    await host.start()
    const told = { ref_id: reference, state: 'completed' }
    await until(async () => expect((await events()).map(({ data }) => data)).toEqual([told]))
    await host.stop()
  })

  it('is refunded exactly once where a callback says later that it failed, however often it is posted', async () => {
    const { host, link, post, events, balance, store } = await licensed()
    const reference = referenceOf(await link())
    const no = { reference, record: { epic: null, state: 'failed' } }
    expect(await Promise.all([post(no), post(no), post(no)])).toEqual(['taken', 'taken', 'taken'])
    await post(no)
    await post({ reference, record: { epic: null, state: 'completed' } })
    expect(await balance()).toMatchObject({ balance: inr('100'), held: 0 })
    expect((await events()).map(({ data }) => data)).toEqual([{ ref_id: reference, state: 'failed' }])
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  })

  it('is refunded exactly once where the source says so when it is asked, and posts it besides', async () => {
    const { host, link, post, until, office, events, balance, store } = await licensed()
    const reference = referenceOf(await link())
    office.status = { epic: CARD.epic, state: 'failed' }
    await host.start()
    await until(async () => expect((await balance()).balance).toBe(inr('100')))
    await post({ reference, record: office.status })
    expect(await balance()).toMatchObject({ balance: inr('100'), held: 0 })
    expect((await events()).map(({ data }) => data)).toEqual([{ ref_id: reference, state: 'failed' }])
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  })

  it('is neither completed nor refunded by news of another card', async () => {
    const { host, link, post, events, balance } = await licensed()
    const reference = referenceOf(await link())
    for (const state of ['completed', 'failed'])
      expect(await post({ reference, record: { epic: 'ZZZ1234566', state } })).toBe('taken')
    expect((await events()).filter(({ data }) => data['state'] !== 'pending')).toEqual([])
    expect((await balance()).balance).toBe(inr('92.50'))
    await post({ reference, record: { epic: CARD.epic, state: 'completed' } })
    expect((await events()).at(-1)?.data).toEqual({ ref_id: reference, state: 'completed' })
    await host.stop()
  })

  it('costs nothing where the source says no at once, and says so again to the same request id', async () => {
    const { host, link, office, balance } = await licensed()
    office.behaviour = 'refuses'
    const no = { status: 400, body: { status: '404', message: 'request failed' } }
    expect(await link()).toMatchObject({ ...no, outcome: 'none', code: 'REQUEST_FAILED' })
    expect(await link()).toMatchObject({ ...no, outcome: 'replay' })
    expect(await balance()).toMatchObject({ balance: inr('100'), held: 0 })
    await host.stop()
  })
})

describe('a request to link whose outcome is unknown', () => {
  it('is not run again: its status is asked, and the retry is answered what became of it', async () => {
    const { host, link, clock, until, office, balance } = await licensed()
    office.behaviour = 'loses-the-reply'
    expect(await link()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN', headers: { 'retry-after': '5' } })
    office.behaviour = 'accepts'
    clock.advance(STEP_MS)
    expect(await link()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    expect(await balance()).toMatchObject({ balance: inr('100'), held: inr('7.50') })
    await host.start()
    const captured = { balance: inr('92.50'), held: 0 }
    await until(async () => expect(await balance()).toMatchObject(captured))
    expect(await link()).toMatchObject({ status: 200, outcome: 'replay', body: { ref_id: office.arrived[0] } })
    expect(office.arrived).toHaveLength(1)
    await host.stop()
  })

  it('is released where its status says that it was not taken, and answered as the no that it is', async () => {
    const { host, link, until, office, balance } = await licensed()
    office.behaviour = 'loses-the-reply'
    office.status = { epic: CARD.epic, state: 'failed' }
    await link()
    await host.start()
    await until(async () => expect(await balance()).toMatchObject({ balance: inr('100'), held: 0 }))
    expect(await link()).toMatchObject({ status: 400, outcome: 'replay', body: { message: 'request failed' } })
    await host.stop()
  })

  it('is neither answered nor charged where the source took the request for another card', async () => {
    const { host, link, office, balance, events } = await licensed()
    office.behaviour = 'takes-another-card'
    expect(await link()).toMatchObject({ outcome: 'failed' })
    expect((await balance()).balance).toBe(inr('100'))
    expect(await events()).toEqual([])
    await host.stop()
  })

  it('runs again at once where it cannot have left', async () => {
    const { host, link, office, balance } = await licensed()
    office.behaviour = 'cannot-be-reached'
    expect(await link()).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', body: { message: 'request failed' } })
    expect(await balance()).toMatchObject({ held: 0 })
    office.behaviour = 'accepts'
    expect(await link()).toMatchObject({ status: 200, outcome: 'answer' })
    await host.stop()
  })
})
