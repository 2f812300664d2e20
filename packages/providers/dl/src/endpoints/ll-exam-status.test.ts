import { describe, expect, it } from 'vitest'
import { ASHA, examHost } from '../../test/exam-host.ts'
import { NOT_FOUND } from '../../test/exam-results.ts'

describe('ll-exam-status by reference', () => {
  it('tells of the own request, for nothing, also while the source is down', async () => {
    const { host, reference, status, source, balance } = await examHost()
    const ref_id = await reference()
    source.state.behaviour = 'is-down'
    const before = await balance()
    const reply = await status({ ref_id })
    expect(reply).toMatchObject({ status: 200, outcome: 'answer' })
    const { application_no, ...body } = Object(reply.body)
    expect(application_no).not.toBe(ref_id)
    expect(body).toEqual({
      status: '200',
      message: 'Record found',
      ref_id,
      ll_application_no: ASHA.ll_application_no,
      exam_status: 'PENDING',
      exam_date: null,
      score: null,
      total_questions: null,
      attempts: 0,
      ll_number: null,
      ll_valid_from: null,
      ll_valid_upto: null,
      remarks: '',
    })
    expect(await balance()).toBe(before)
    expect(source.state.asked).toEqual([])
    await host.stop()
  })

  it('finds no request of another account or environment, and none that never was', async () => {
    const { host, reference, status, keys, store, source } = await examHost()
    const ref_id = await reference()
    const other = await store.accounts.create({ name: 'Other', role: 'developer' })
    await store.accounts.approveKyc(other.id)
    const issued = await store.keys.create({ accountId: other.id, environment: 'production' })
    const theirs = { id: issued.key.id, apiKey: issued.key.publicId, apiSecret: issued.apiSecret }
    expect(await status({ ref_id }, theirs)).toMatchObject(NOT_FOUND)
    expect(await status({ ref_id }, keys.sandbox)).toMatchObject(NOT_FOUND)
    expect(await status({ ref_id: 'nothing' })).toMatchObject(NOT_FOUND)
    expect(await status({ ref_id })).toMatchObject({ status: 200 })
    expect(source.state.asked).toEqual([])
    await host.stop()
  })

  it('finds no call of another endpoint', async () => {
    const { host, status, keys } = await examHost()
    const print = await host.call('dl-print', { dl_number: 'XX0020150000001', dob: '1990-01-15' }, keys.sandbox)
    const ref_id: string = Object(print.body).application_no
    expect(print.status).toBe(200)
    expect(await status({ ref_id }, keys.sandbox)).toMatchObject(NOT_FOUND)
    await host.stop()
  })
})

describe('ll-exam-status', () => {
  it.each([
    [{}, { ref_id: ['is missing: give ref_id, or ll_application_no with dob'] }],
    [{ ll_application_no: ASHA.ll_application_no }, { dob: ['is needed with ll_application_no'] }],
    [{ dob: ASHA.dob }, { ll_application_no: ['is needed with dob'] }],
    [{ ref_id: 'one', dob: ASHA.dob }, { ref_id: ['must stand alone: give ref_id, or ll_application_no with dob'] }],
    [{ ref_id: 'one', ...ASHA }, { ref_id: ['must stand alone: give ref_id, or ll_application_no with dob'] }],
  ])('takes exactly one way to ask: %o names %o', async (input, errors) => {
    const { host, status, keys } = await examHost()
    for (const key of [keys.production, keys.sandbox])
      expect(await status(input, key)).toMatchObject({ status: 422, outcome: 'refused', body: { errors } })
    await host.stop()
  })
})
