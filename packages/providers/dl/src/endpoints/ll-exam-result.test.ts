import { inr } from '@parakh/core'
import { describe, expect, it, vi } from 'vitest'
import { ASHA, examHost } from '../../test/exam-host.ts'
import { AN_HOUR_MS, LICENSED, named, PASSED, SLOT } from '../../test/exam-results.ts'
import { OTHER_APPLICATION } from '../../test/fake-exam-source.ts'

describe('results of an exam', () => {
  it('come by a signed callback, are told once, and show in the status', async () => {
    const { host, reference, status, post, events, source } = await examHost()
    const ref_id = await reference()
    const forged = { ...source.post(ref_id, SLOT), headers: { 'x-signature': 'f00' } }
    expect(await host.callback('dl', 'fake', forged)).toBe('refused')
    expect(await post(ref_id, SLOT)).toBe('accepted')
    expect(await post(ref_id, SLOT)).toBe('accepted')
    expect((await events()).map(({ data }) => data)).toEqual([
      { ref_id, exam_status: 'SCHEDULED', exam_date: '2026-11-18', ll_issued: false },
    ])
    expect((await status({ ref_id })).body).toMatchObject({ ref_id, exam_status: 'SCHEDULED', exam_date: '2026-11-18' })
    await host.stop()
  })

  it('come by asking the source every hour', async () => {
    const { host, reference, status, clock, source, events } = await examHost()
    const ref_id = await reference()
    source.state.request = { ...named('FAILED'), exam_date: '2026-11-18', score: 6, total_questions: 15, attempts: 1 }
    await host.start()
    clock.advance(AN_HOUR_MS)
    await vi.waitFor(
      async () => expect((await status({ ref_id })).body).toMatchObject({ exam_status: 'FAILED', score: 6 }),
      { timeout: 60_000 },
    )
    expect((await events()).map(({ data }) => data['exam_status'])).toEqual(['FAILED'])
    await host.stop()
  })

  it('are none as long as the source says what the answer has said', async () => {
    const { host, reference, post, events } = await examHost()
    const ref_id = await reference()
    expect(await post(ref_id, named('PENDING'))).toBe('accepted')
    expect(await post(ref_id, { ...LICENSED, ll_application_no: OTHER_APPLICATION })).toBe('malformed')
    expect(await events()).toEqual([])
    for (const result of [SLOT, named('PENDING'), named('PENDING')]) await post(ref_id, result)
    expect((await events()).map(({ data }) => data['exam_status'])).toEqual(['SCHEDULED', 'PENDING'])
    await host.stop()
  })

  it('are told where the source gives the slot with its acceptance, of which the answer says nothing', async () => {
    const { host, reference, post, source, events } = await examHost()
    source.state.request = SLOT
    const ref_id = await reference()
    expect(await post(ref_id, SLOT)).toBe('accepted')
    expect((await events()).map(({ data }) => data['exam_status'])).toEqual(['SCHEDULED'])
    await host.stop()
  })

  it('are recorded once, however often they are told', async () => {
    const { host, reference, post, store } = await examHost()
    const ref_id = await reference()
    const commit = vi.spyOn(store.billing, 'commit')
    for (const result of [SLOT, PASSED]) {
      for (let time = 1; time <= 3; time += 1) expect(await post(ref_id, result)).toBe('accepted')
    }
    expect(await post(ref_id, { ...LICENSED, ll_application_no: OTHER_APPLICATION })).toBe('malformed')
    expect(commit).toHaveBeenCalledTimes(2)
    await host.stop()
  })

  it('that come late change nothing: an exam that was passed is not refunded', async () => {
    const { host, reference, status, post, events, balance } = await examHost()
    const ref_id = await reference()
    for (const result of [SLOT, PASSED, SLOT, named('PENDING')]) await post(ref_id, result)
    expect((await status({ ref_id })).body).toMatchObject({ exam_status: 'PASSED', score: 13 })
    await post(ref_id, named('CANCELLED'))
    expect(await balance()).toBe(inr('90'))
    expect((await events()).map(({ data }) => data['exam_status'])).toEqual(['SCHEDULED', 'PASSED', 'CANCELLED'])
    await host.stop()
  })

  it("follow a passed exam until the learner's licence has its number, and end there", async () => {
    const { host, reference, status, post, events, balance } = await examHost()
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
    const { host, reference, post, events } = await examHost()
    await post(await reference(), LICENSED)
    const told = JSON.stringify(await events())
    for (const secret of [ASHA.ll_application_no, ASHA.dob, LICENSED.ll_number]) expect(told).not.toContain(secret)
    await host.stop()
  })

  it('of another application change nothing', async () => {
    const { host, reference, status, post, balance } = await examHost()
    const ref_id = await reference()
    await post(ref_id, SLOT)
    await post(ref_id, { ...LICENSED, ll_application_no: OTHER_APPLICATION })
    await post(ref_id, { ...named('CANCELLED'), ll_application_no: OTHER_APPLICATION })
    expect((await status({ ref_id })).body).toMatchObject({ exam_status: 'SCHEDULED', ll_number: null })
    expect(await balance()).toBe(inr('90'))
    await post(ref_id, { ...LICENSED, ll_application_no: ASHA.ll_application_no })
    expect((await status({ ref_id })).body).toMatchObject({ exam_status: 'PASSED', ll_number: LICENSED.ll_number })
    await host.stop()
  })
})
