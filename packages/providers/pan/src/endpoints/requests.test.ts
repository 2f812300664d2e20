import { type TriedRequests, testRequests } from '@parakh/testkit/suites'
import { describe, expect, it } from 'vitest'
import pan from '../index.ts'

/** A real-looking request of each endpoint, and what is wrong with others. */
const REQUESTS: Readonly<Record<string, TriedRequests>> = {
  'instant-pan-find': {
    good: [
      { name: 'Asha Rao', dob: '1990-01-15' },
      { name: 'A. B', dob: '2000-02-29', mobile: '6000000000' },
    ],
    bad: [
      ['name', 'Al'],
      ['name', 'A'.repeat(81)],
      ['name', 'Asha R4o'],
      ['name', '   '],
      ['name', '. . .'],
      ['name', undefined],
      ['dob', '15-01-1990'],
      ['dob', '1990-02-30'],
      ['dob', '2999-01-01'],
      ['mobile', '5999999999'],
      ['mobile', '60000000001'],
    ],
  },
  'aadhaar-to-pan': {
    good: [{ aadhaar_no: '234123412346' }],
    bad: [
      ['aadhaar_no', '234123412347'],
      ['aadhaar_no', '23412341234'],
      ['aadhaar_no', '000000000001'],
      ['aadhaar_no', undefined],
    ],
  },
  'pan-details': {
    good: [{ panno: 'ABCPE1234F' }],
    bad: [
      ['panno', 'ABCXE1234F'],
      ['panno', 'ABCPE0000F'],
      ['panno', 'ABCPE123F'],
      ['panno', undefined],
    ],
  },
  'mobile-to-pan': {
    good: [
      { Name: 'Asha', MobileNo: '9876543210' },
      { Name: 'आशा', MobileNo: '9876543210' },
    ],
    bad: [
      ['Name', ' '],
      ['Name', '...'],
      ['Name', '1234'],
      ['Name', undefined],
      ['MobileNo', '987654321'],
      ['MobileNo', '+919876543210'],
      ['MobileNo', undefined],
    ],
  },
  'pan-to-aadhaar-search': {
    good: [{ pan: 'ABCPE1234F', consent: 'Y' }],
    bad: [
      ['pan', 'ABCPE12345'],
      ['consent', 'y'],
      ['consent', 'N'],
      ['consent', true],
      ['consent', undefined],
    ],
  },
  'pan-to-aadhaar': {
    good: [{ pan_number: 'ABCPE1234F' }],
    bad: [
      ['pan_number', ''],
      ['pan_number', undefined],
    ],
  },
  'verify-pan': {
    good: [{ pan: 'ABCCE1234F' }],
    bad: [
      ['pan', 42],
      ['pan', undefined],
    ],
  },
}
const endpoints = pan.definition.endpoints

testRequests(pan, REQUESTS)

describe('the numbers of a request', () => {
  it('make a PAN upper case', () => {
    const details = endpoints.find((endpoint) => endpoint.id === 'pan-details')
    expect(details?.request.parse({ panno: ' abcpe1234f ' })).toEqual({ panno: 'ABCPE1234F' })
  })
})

describe('regulated endpoints', () => {
  it('are those that take or give an Aadhaar number or map one identity to another', () => {
    expect(
      endpoints
        .filter((endpoint) => endpoint.consent?.regulated)
        .map((endpoint) => endpoint.id)
        .sort(),
    ).toEqual(['aadhaar-to-pan', 'mobile-to-pan', 'pan-to-aadhaar', 'pan-to-aadhaar-search'])
  })
})

describe('the people of the sandbox', () => {
  it('cannot exist', () => {
    const text = JSON.stringify(endpoints.map((endpoint) => endpoint.fixtures))
    const pans = text.match(/[A-Z]{5}[0-9]{4}[A-Z]/g) ?? []
    const aadhaars = text.match(/(?<![0-9])[0-9]{12}(?![0-9])/g) ?? []
    expect(pans.length).toBeGreaterThan(20)
    expect(aadhaars.length).toBeGreaterThan(4)
    expect(pans.filter((number) => number.slice(5, 9) !== '0000')).toEqual([])
    expect(aadhaars.filter((number) => !/^[01]/.test(number))).toEqual([])
  })
})
