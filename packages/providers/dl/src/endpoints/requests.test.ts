import { type TriedRequests, testRequests } from '@parakh/testkit/suites'
import { describe, expect, it } from 'vitest'
import dl from '../index.ts'

const LICENCE = {
  good: [
    { dl_number: 'MH1220110012345', dob: '1990-01-15' },
    { dl_number: 'mh-12 20110012345', dob: '2000-02-29' },
    { dl_number: 'GJ05R123456', dob: '1971-03-25' },
  ],
  bad: [
    ['dl_number', '1220110012345'],
    ['dl_number', 'MH12'],
    ['dl_number', 'MH12/20110012345'],
    ['dl_number', undefined],
    ['dob', '15-01-1990'],
    ['dob', '1990-02-30'],
    ['dob', '2999-01-01'],
    ['dob', undefined],
  ] as [string, unknown][],
}

/** A real-looking request of each endpoint, and what is wrong with others. */
const REQUESTS: Readonly<Record<string, TriedRequests>> = {
  'dl-pdf': LICENCE,
  'dl-print': LICENCE,
  'll-exam': {
    good: [
      { ll_application_no: '2718281828', dob: '2007-05-12' },
      { ll_application_no: 'mh2718281828', dob: '2007-05-12', mobile: '9876543210', state_code: 'mh' },
    ],
    bad: [
      ['ll_application_no', '12345'],
      ['ll_application_no', '1'.repeat(21)],
      ['ll_application_no', '2718 281828'],
      ['ll_application_no', undefined],
      ['dob', '12/05/2007'],
      ['dob', '2999-01-01'],
      ['dob', undefined],
      ['mobile', '5876543210'],
      ['mobile', '+919876543210'],
      ['state_code', 'MAH'],
      ['state_code', '27'],
    ],
  },
  'll-exam-status': {
    good: [{ ll_application_no: '2718281828', dob: '2007-05-12' }, { ref_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
    bad: [
      ['ref_id', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
      ['ref_id', ''],
      ['ref_id', 'A'.repeat(65)],
      ['ll_application_no', '1'],
      ['ll_application_no', undefined],
      ['dob', '2007-02-29'],
      ['dob', undefined],
    ],
  },
}
const endpoints = dl.definition.endpoints

testRequests(dl, REQUESTS)

describe('the numbers of a request', () => {
  it('make numbers upper case, without spaces and hyphens', () => {
    const parsed = (id: string, request: object) =>
      endpoints.find((endpoint) => endpoint.id === id)?.request.parse(request)
    const dob = '1990-01-15'
    expect(parsed('dl-pdf', { dl_number: ' mh-12 20110012345', dob })).toEqual({ dl_number: 'MH1220110012345', dob })
    expect(parsed('ll-exam', { ll_application_no: ' mh2718281828', dob, state_code: 'mh' })).toEqual({
      ll_application_no: 'MH2718281828',
      dob,
      state_code: 'MH',
    })
  })
})

describe('the people of the sandbox', () => {
  it('cannot exist', () => {
    const text = JSON.stringify(endpoints.map((endpoint) => endpoint.fixtures))
    const all = (field: string) => [...text.matchAll(new RegExp(`"${field}":"([^"]*)"`, 'g'))].map(([, value]) => value)
    expect(all('dl_number').length).toBeGreaterThan(12)
    expect(all('dl_number').filter((number) => !number?.startsWith('XX'))).toEqual([])
    expect(all('ll_application_no').length).toBeGreaterThan(20)
    expect(all('ll_application_no').filter((number) => !number?.startsWith('0000000'))).toEqual([])
    expect(all('ll_number').filter((number) => !number?.startsWith('XX00/'))).toEqual([])
    expect(all('permanent_address').filter((address) => !/ 0[0-9]{5}$/.test(address ?? ''))).toEqual([])
    expect(all('mobile')).toEqual([])
  })
})
