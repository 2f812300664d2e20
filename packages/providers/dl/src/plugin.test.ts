import { createTestHost } from '@parakh/testkit'
import { testPlugin } from '@parakh/testkit/suites'
import { afterAll, describe, expect, it } from 'vitest'
import { APPLICANTS } from './fixtures/exams.ts'
import dl from './index.ts'

testPlugin(dl)

describe('the driving licence plugin on a host', async () => {
  const { host, keys } = await createTestHost({ plugins: [dl()] })
  afterAll(() => host.stop())

  it('answers dl-pdf with a document that has a lifetime, and charges for it', async () => {
    const input = { dl_number: 'MH-12 20110012345', dob: '1985-07-09' }
    const reply = await host.call('dl-pdf', input, keys.sandbox)
    expect(reply).toMatchObject({ status: 200, outcome: 'answer', body: { meta: { charged: 3 } } })
    expect(reply.data).toMatchObject({ dl_number: 'MH1220110012345', dob: '1985-07-09', pdf_expires_in: 900 })
    expect(Object(reply.data).pdf_url).toMatch(/^https:/)
  })

  it('answers the gender of a holder whose register has none as empty text', async () => {
    const reply = await host.call('dl-print', { dl_number: 'XXR00199900004', dob: '1971-03-25' }, keys.sandbox)
    expect(reply).toMatchObject({ status: 200, body: { gender: '' } })
  })

  it('keeps the number of the licence out of the place where its document lies', async () => {
    const reply = await host.call('dl-print', { dl_number: 'XX0020150000001', dob: '1990-01-15' }, keys.sandbox)
    const { pdf_url, file_name } = Object(reply.body)
    expect(`${pdf_url} ${file_name}`).not.toContain('XX0020150000001')
  })

  it('answers dl-print with the record beside the legacy fields', async () => {
    const reply = await host.call('dl-print', { dl_number: 'XX0020150000001', dob: '1990-01-15' }, keys.sandbox)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ status: '200', dl_status: 'ACTIVE', amount: '5.00', pages: 1 })
    expect(Object.keys(Object(reply.body)).sort()).toEqual([
      'amount',
      'application_no',
      'balance_left',
      'blood_group',
      'cov_details',
      'date_of_issue',
      'dl_number',
      'dl_status',
      'dob',
      'father_or_husband_name',
      'file_name',
      'gender',
      'issuing_rto',
      'message',
      'name',
      'non_transport_from',
      'non_transport_upto',
      'pages',
      'pdf_expires_in',
      'pdf_url',
      'permanent_address',
      'state',
      'status',
      'transport_from',
      'transport_upto',
      'vehicle_classes',
    ])
  })

  it.each([
    ['dl-print', { dl_number: 'XX0020190000005', dob: '1992-10-07' }, 'record not found'],
    [
      'll-exam',
      { ll_application_no: '0000000110', dob: '2007-08-21' },
      'no slot can be requested for this application',
    ],
    ['ll-exam-status', { ll_application_no: '0000000110', dob: '2007-08-21' }, 'record not found'],
    ['ll-exam-status', { ref_id: 'NOBODYASKED' }, 'record not found'],
  ])('%s says no in the legacy way', async (endpoint, input, message) => {
    const reply = await host.call(endpoint, input, keys.sandbox)
    expect(reply).toMatchObject({ status: 400, outcome: 'none', body: { status: '404', message } })
  })

  it('says in dl-pdf that there is no such licence', async () => {
    const reply = await host.call('dl-pdf', { dl_number: 'XX0020190000005', dob: '1992-10-07' }, keys.sandbox)
    expect(reply).toMatchObject({ status: 404, outcome: 'none', body: { error: { code: 'DL_NOT_FOUND' } } })
  })

  it('shows an exam of the sandbox by its reference', async () => {
    const reply = await host.call('ll-exam-status', { ref_id: 'EXAMOFTHESANDBOX0000000001' }, keys.sandbox)
    expect(reply.body).toMatchObject({ ref_id: 'EXAMOFTHESANDBOX0000000001', exam_status: 'SCHEDULED' })
  })

  it('shows it by its application as the source has it, which is no longer followed', async () => {
    const reply = await host.call('ll-exam-status', APPLICANTS.followed, keys.sandbox)
    expect(reply.body).toMatchObject({ ref_id: 'EXAMOFTHESANDBOX0000000001', exam_status: 'PASSED', ll_number: null })
  })

  it('serves the sandbox alone without a live provider', async () => {
    const input = { dl_number: 'MH1220110012345', dob: '1985-07-09' }
    expect(await host.call('dl-pdf', input, keys.production)).toMatchObject({ status: 403, outcome: 'refused' })
    expect(await host.call('ll-exam-status', { ref_id: 'ONE' }, keys.production)).toMatchObject({ status: 403 })
  })
})
