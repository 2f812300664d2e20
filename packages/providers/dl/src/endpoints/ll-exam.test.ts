import { inr } from '@parakh/core'
import { describe, expect, it, vi } from 'vitest'
import { ASHA, examHost } from '../../test/exam-host.ts'
import { named } from '../../test/exam-results.ts'

describe('a request for an exam slot', () => {
  it('answers at once with its reference, which the source was sent, and is charged on acceptance', async () => {
    const { host, request, source, balance, events } = await examHost()
    const reply = await request({ ...ASHA, mobile: '9000000000', state_code: 'mh' })
    const [reference] = source.state.sent
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
  ] as const)('is free where the source %s', async (_, says) => {
    const { host, request, status, source, balance } = await examHost()
    Object.assign(source.state, says)
    const reply = await request()
    expect(reply).toMatchObject({ status: 400, outcome: 'none', code: 'SLOT_REQUEST_REFUSED' })
    expect(reply.body).toEqual({ status: '404', message: 'no slot can be requested for this application' })
    expect(await balance()).toBe(inr('100'))
    expect(await status(ASHA)).toMatchObject({ outcome: 'none' })
    await host.stop()
  })

  it('goes out once where its reply is lost, and is answered when the source says what became of it', async () => {
    const { host, source, balance, store, account, clock, keys } = await examHost()
    source.state.behaviour = 'loses-the-reply'
    const once = () => host.call('ll-exam', ASHA, keys.production, { requestId: 'once' })
    expect(await once()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    expect(await store.wallet.balance(account.id, 'production')).toMatchObject({ held: inr('10') })
    clock.advance(31_000)
    await host.start()
    await vi.waitFor(async () => expect(await balance()).toBe(inr('90')), { timeout: 60_000 })
    expect(await once()).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(source.state.sent).toHaveLength(1)
    await host.stop()
  })

  it.each(['PENDING', 'SCHEDULED', 'CANCELLED'] as const)(
    'is neither answered, charged nor released where the source took it for another application, which is %s',
    async (exam_status) => {
      const { host, source, store, account, clock, keys, logger, status, events } = await examHost()
      source.state.behaviour = 'takes-another-application'
      source.state.request = { ll_application_no: null, exam_status }
      const once = () => host.call('ll-exam', ASHA, keys.production, { requestId: 'once' })
      expect(await once()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
      clock.advance(31_000)
      await host.start()
      const isLookedAt = () => logger.lines.some(({ event }) => event === 'call.indeterminate')
      await vi.waitFor(() => expect(isLookedAt()).toBe(true), { timeout: 60_000 })
      expect(await once()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
      const untouched = { balance: inr('100'), held: inr('10') }
      expect(await store.wallet.balance(account.id, 'production')).toMatchObject(untouched)
      expect(await status({ ref_id: source.state.sent[0] })).toMatchObject({ outcome: 'none' })
      expect(await events()).toEqual([])
      expect(source.state.sent).toHaveLength(1)
      await host.stop()
    },
  )

  it('is charged for and followed where the source accepts it with nothing but nulls beside its state', async () => {
    const { host, request, status, source, balance } = await examHost()
    source.state.request = {
      ...{ ll_application_no: null, exam_status: 'PENDING', exam_date: null, score: null, total_questions: null },
      ...{ attempts: null, ll_number: null, ll_valid_from: null, ll_valid_upto: null, remarks: null },
    }
    const reply = await request()
    expect(reply).toMatchObject({ status: 200, outcome: 'answer' })
    expect(await balance()).toBe(inr('90'))
    const { ref_id } = Object(reply.body)
    expect((await status({ ref_id })).body).toMatchObject({ exam_status: 'PENDING', attempts: 0, remarks: '' })
    await host.stop()
  })
})
