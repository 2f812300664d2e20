import { inr } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { ASHA, examHost } from '../../test/exam-host.ts'
import { LICENSED, NOT_FOUND, SLOT } from '../../test/exam-results.ts'

const KABIR = { ll_application_no: '3141592653', dob: '2006-02-27' }
const KABIR_ANSWER = { ll_application_no: KABIR.ll_application_no, exam_status: 'PENDING' }
const A_DAY_MS = 86_400_000

describe('ll-exam-status by application number', () => {
  it('answers a request that is followed from the own records, and asks nobody', async () => {
    const { host, reference, status, post, source } = await examHost()
    const ref_id = await reference()
    await post(ref_id, SLOT)
    expect((await status(ASHA)).body).toMatchObject({ ref_id, exam_status: 'SCHEDULED', exam_date: '2026-11-18' })
    expect(source.state.asked).toEqual([])
    await host.stop()
  })

  it('takes the number in lower case too', async () => {
    const { host, reference, status } = await examHost()
    const ref_id = await reference({ ...ASHA, ll_application_no: 'MH27182818' })
    expect((await status({ ...ASHA, ll_application_no: ' mh27182818 ' })).body).toMatchObject({ ref_id })
    await host.stop()
  })

  it('tells of the latest request where there are several', async () => {
    const { host, reference, status, post } = await examHost()
    await post(await reference(), { ll_application_no: null, exam_status: 'FAILED' })
    const ref_id = await reference()
    expect((await status(ASHA)).body).toMatchObject({ ref_id, exam_status: 'PENDING' })
    await host.stop()
  })

  it('asks the source about an application for which this account asked no slot', async () => {
    const { host, reference, status, source, balance } = await examHost()
    await reference()
    expect(await status(KABIR)).toMatchObject(NOT_FOUND)
    source.state.exam = { exam_status: 'PENDING' }
    expect((await status(KABIR)).body).toMatchObject({ ref_id: null, ...KABIR_ANSWER })
    expect(source.state.asked).toEqual([KABIR.ll_application_no, KABIR.ll_application_no])
    expect(await balance()).toBe(inr('90'))
    await host.stop()
  })

  it('gives the own request to nobody who has another date of birth', async () => {
    const { host, reference, status } = await examHost()
    await reference()
    expect(await status({ ...ASHA, dob: '2007-05-13' })).toMatchObject(NOT_FOUND)
    await host.stop()
  })

  it('asks the source again where the request is over and the applicant may have gone on elsewhere', async () => {
    const { host, reference, status, post, source } = await examHost()
    const ref_id = await reference()
    await post(ref_id, { ll_application_no: null, exam_status: 'FAILED' })
    expect((await status(ASHA)).body).toMatchObject({ ref_id, exam_status: 'FAILED' })
    source.state.exam = { exam_status: 'PASSED' }
    expect((await status(ASHA)).body).toMatchObject({ ref_id, exam_status: 'PASSED' })
    expect((await status({ ref_id })).body).toMatchObject({ ref_id, exam_status: 'FAILED' })
    await host.stop()
  })

  it('asks the source once a request is no longer followed, and falls back on what it knows itself', async () => {
    const { host, reference, status, clock, source } = await examHost()
    const ref_id = await reference()
    clock.advance(89 * A_DAY_MS)
    expect((await status(ASHA)).body).toMatchObject({ ref_id, exam_status: 'PENDING' })
    expect(source.state.asked).toEqual([])
    clock.advance(11 * A_DAY_MS)
    expect((await status(ASHA)).body).toMatchObject({ ref_id, exam_status: 'PENDING' })
    source.state.exam = { exam_status: 'PASSED' }
    expect((await status(ASHA)).body).toMatchObject({ ref_id, exam_status: 'PASSED' })
    expect((await status({ ref_id })).body).toMatchObject({ ref_id, exam_status: 'PENDING' })
    await host.stop()
  })

  it('asks nobody any more about an exam that ended with a licence', async () => {
    const { host, reference, status, post, clock, source } = await examHost()
    const ref_id = await reference()
    await post(ref_id, LICENSED)
    clock.advance(100 * A_DAY_MS)
    const { ll_number } = LICENSED
    expect((await status(ASHA)).body).toMatchObject({ ref_id, exam_status: 'PASSED', ll_number })
    expect(source.state.asked).toEqual([])
    await host.stop()
  })

  it('never answers another application, and says so where the source is down', async () => {
    const { host, status, source } = await examHost()
    source.state.exam = { ll_application_no: ASHA.ll_application_no, exam_status: 'PASSED' }
    expect(await status(KABIR)).toMatchObject({ outcome: 'failed', code: 'UPSTREAM_UNPROCESSABLE' })
    source.state.behaviour = 'is-down'
    expect(await status(KABIR)).toMatchObject({ outcome: 'failed', code: 'UPSTREAM_UNAVAILABLE' })
    await host.stop()
  })
})
