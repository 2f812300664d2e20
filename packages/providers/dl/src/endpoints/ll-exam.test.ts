import { inr } from '@parakh/core'
import { describe, expect, it, vi } from 'vitest'
import { ASHA, examDesk } from '../../test/exam-desk.ts'
import { APPLICANTS } from '../fixtures/exams.ts'

const SLOT = { ll_application_no: null, exam_status: 'SCHEDULED', exam_date: '2026-11-18' } as const
const PASSED = { ...SLOT, exam_status: 'PASSED', score: 13, total_questions: 15, attempts: 1 } as const
const LICENSED = {
  ...PASSED,
  ll_number: 'MH12/0012345/2026',
  ll_valid_from: '2026-11-18',
  ll_valid_upto: '2027-05-17',
} as const
const named = (exam_status: 'FAILED' | 'EXPIRED' | 'CANCELLED' | 'PENDING') =>
  ({ ll_application_no: null, exam_status }) as const
const AN_HOUR_MS = 3_601_000

describe('a request for an exam slot', () => {
  it('answers at once with its reference, which the office was sent, and is charged on acceptance', async () => {
    const { host, request, office, balance, events } = await examDesk()
    const reply = await request({ ...ASHA, mobile: '9000000000', state_code: 'mh' })
    const [reference] = office.state.sent
    expect(reply).toMatchObject({ status: 200, outcome: 'answer' })
    expect(reply.body).toEqual({
      status: '200',
      message: 'The slot is requested: ll-exam-status tells when it is given',
      application_no: reference,
      amount: '10.00',
      balance_left: '90.00',
      ll_application_no: ASHA.ll_application_no,
      ref_id: reference,
      exam_status: 'PENDING',
    })
    expect(await balance()).toBe(inr('90'))
    expect(await events()).toEqual([])
    await host.stop()
  })

  it.each([
    ['says no', { behaviour: 'refuses' }],
    ['takes it in and cancels it in one reply', { request: named('CANCELLED') }],
  ] as const)('is free where the office %s', async (_, says) => {
    const { host, request, status, office, balance } = await examDesk()
    Object.assign(office.state, says)
    const reply = await request()
    expect(reply).toMatchObject({ status: 400, outcome: 'none', code: 'SLOT_REQUEST_REFUSED' })
    expect(reply.body).toEqual({ status: '404', message: 'no slot can be requested for this application' })
    expect(await balance()).toBe(inr('100'))
    expect(await status(ASHA)).toMatchObject({ outcome: 'none' })
    await host.stop()
  })

  it('goes out once where its reply is lost, and is answered when the office says what became of it', async () => {
    const { host, office, balance, store, account, clock, keys } = await examDesk()
    office.state.behaviour = 'loses-the-reply'
    const once = () => host.call('ll-exam', ASHA, keys.production, { requestId: 'once' })
    expect(await once()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    expect(await store.wallet.balance(account.id, 'production')).toMatchObject({ held: inr('10') })
    clock.advance(31_000)
    await host.start()
    await vi.waitFor(async () => expect(await balance()).toBe(inr('90')), { timeout: 8_000 })
    expect(await once()).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(office.state.sent).toHaveLength(1)
    await host.stop()
  })
})

describe('news of an exam', () => {
  it('come by a signed callback, are told once, and show in the status', async () => {
    const { host, reference, status, post, events, office } = await examDesk()
    const ref_id = await reference()
    const forged = { ...office.post(ref_id, SLOT), headers: { 'x-signature': 'f00' } }
    expect(await host.callback('dl', 'office', forged)).toBe('refused')
    expect(await post(ref_id, SLOT)).toBe('taken')
    expect(await post(ref_id, SLOT)).toBe('taken')
    expect((await events()).map(({ data }) => data)).toEqual([
      { ref_id, exam_status: 'SCHEDULED', exam_date: '2026-11-18', ll_issued: false },
    ])
    expect((await status({ ref_id })).body).toMatchObject({ ref_id, exam_status: 'SCHEDULED', exam_date: '2026-11-18' })
    await host.stop()
  })

  it('come by asking the office every hour', async () => {
    const { host, reference, status, clock, office, events } = await examDesk()
    const ref_id = await reference()
    office.state.request = { ...named('FAILED'), exam_date: '2026-11-18', score: 6, total_questions: 15, attempts: 1 }
    await host.start()
    clock.advance(AN_HOUR_MS)
    await vi.waitFor(
      async () => expect((await status({ ref_id })).body).toMatchObject({ exam_status: 'FAILED', score: 6 }),
      { timeout: 5_000 },
    )
    expect((await events()).map(({ data }) => data['exam_status'])).toEqual(['FAILED'])
    await host.stop()
  })

  it("follow a passed exam until the learner's licence has its number, and end there", async () => {
    const { host, reference, status, post, events, balance } = await examDesk()
    const ref_id = await reference()
    await post(ref_id, SLOT)
    await post(ref_id, PASSED)
    await post(ref_id, LICENSED)
    await post(ref_id, named('CANCELLED'))
    expect((await events()).map(({ data }) => [data['exam_status'], data['ll_issued']])).toEqual([
      ['SCHEDULED', false],
      ['PASSED', false],
      ['PASSED', true],
    ])
    expect((await status({ ref_id })).body).toMatchObject({
      exam_status: 'PASSED',
      score: 13,
      total_questions: 15,
      ll_number: LICENSED.ll_number,
      ll_valid_from: '2026-11-18',
      ll_valid_upto: '2027-05-17',
    })
    expect(await balance()).toBe(inr('90'))
    await host.stop()
  })

  it('name neither the applicant nor the licence in an event', async () => {
    const { host, reference, post, events } = await examDesk()
    await post(await reference(), LICENSED)
    const told = JSON.stringify(await events())
    for (const secret of [ASHA.ll_application_no, ASHA.dob, LICENSED.ll_number]) expect(told).not.toContain(secret)
    await host.stop()
  })

  it('of another application change nothing', async () => {
    const { host, reference, status, post, balance } = await examDesk()
    const ref_id = await reference()
    await post(ref_id, SLOT)
    await post(ref_id, { ...LICENSED, ll_application_no: '3141592653' })
    await post(ref_id, { ...named('CANCELLED'), ll_application_no: '3141592653' })
    expect((await status({ ref_id })).body).toMatchObject({ exam_status: 'SCHEDULED', ll_number: null })
    expect(await balance()).toBe(inr('90'))
    await post(ref_id, { ...LICENSED, ll_application_no: ASHA.ll_application_no })
    expect((await status({ ref_id })).body).toMatchObject({ exam_status: 'PASSED', ll_number: LICENSED.ll_number })
    await host.stop()
  })
})

describe('a request that came to nothing', () => {
  it('is refunded once, by whatever way and however often the office says so', async () => {
    const { host, reference, status, post, balance, clock, office, store, events } = await examDesk()
    const ref_id = await reference()
    await post(ref_id, SLOT)
    office.state.request = named('CANCELLED')
    await host.start()
    clock.advance(AN_HOUR_MS)
    await Promise.all([post(ref_id, named('CANCELLED')), post(ref_id, named('CANCELLED'))])
    const polls = () => [...store.tables.jobs.values()].filter(({ job }) => job.name === 'kernel.poll')
    await vi.waitFor(() => expect(polls().map(({ state }) => state)).toEqual(['done']), { timeout: 5_000 })
    await post(ref_id, named('CANCELLED'))
    expect(await balance()).toBe(inr('100'))
    expect((await events()).map(({ data }) => data['exam_status'])).toEqual(['SCHEDULED', 'CANCELLED'])
    expect((await status({ ref_id })).body).toMatchObject({ exam_status: 'CANCELLED', exam_date: '2026-11-18' })
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  })

  it('is refunded where the news come by asking alone', async () => {
    const { host, reference, balance, clock, office, store } = await examDesk()
    await reference()
    office.state.request = named('EXPIRED')
    await host.start()
    clock.advance(AN_HOUR_MS)
    await vi.waitFor(async () => expect(await balance()).toBe(inr('100')), { timeout: 5_000 })
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  })

  it('is refunded where it lapsed before a slot was given, and not where the slot was missed', async () => {
    const { host, reference, post, balance } = await examDesk()
    const [lapsed, missed] = [await reference(), await reference({ ...ASHA, ll_application_no: '3141592653' })]
    expect(await balance()).toBe(inr('80'))
    await post(lapsed, named('EXPIRED'))
    expect(await balance()).toBe(inr('90'))
    await post(missed, SLOT)
    await post(missed, named('EXPIRED'))
    expect(await balance()).toBe(inr('90'))
    await host.stop()
  })

  it('is not an exam that was failed', async () => {
    const { host, reference, post, balance } = await examDesk()
    const ref_id = await reference()
    await post(ref_id, named('FAILED'))
    await post(ref_id, named('CANCELLED'))
    expect(await balance()).toBe(inr('90'))
    await host.stop()
  })
})

describe('the sandbox', () => {
  it('plays an exam from the request to the licence, and refunds one that is cancelled', async () => {
    const { host, keys, clock, status, store, account } = await examDesk()
    const ask = async (applicant: object) => {
      const reply = await host.call('ll-exam', applicant, keys.sandbox)
      return { ref_id: String(Object(reply.body).ref_id) }
    }
    const licensed = await ask(APPLICANTS.licensed)
    const unlisted = await ask(ASHA)
    const cancelled = await ask(APPLICANTS.cancelled)
    expect((await status(licensed, keys.sandbox)).body).toMatchObject({ exam_status: 'PENDING' })
    await host.start()
    await vi.waitFor(
      async () => {
        clock.advance(2_100)
        for (const reference of [licensed, unlisted])
          expect((await status(reference, keys.sandbox)).body).toMatchObject({
            exam_status: 'PASSED',
            ll_number: 'XX00/LL/0000001/2026',
          })
        expect((await status(cancelled, keys.sandbox)).body).toMatchObject({ exam_status: 'CANCELLED' })
      },
      { timeout: 20_000, interval: 600 },
    )
    expect((await store.wallet.balance(account.id, 'sandbox')).balance).toBe(inr('180'))
    await host.stop()
  })
})
