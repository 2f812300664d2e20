import { isGstinCheck } from '@parakh/core/formats'
import { type TriedRequests, testRequests } from '@parakh/testkit/suites'
import { describe, expect, it } from 'vitest'
import gst from '../index.ts'

const GSTIN_TRIED = {
  good: [{ gstin: '27AAPFU0939F1ZV' }, { gstin: ' 27aapfu0939f1zv ' }],
  bad: [
    ['gstin', '27AAPFU0939F1ZA'],
    ['gstin', '00AAPFU0939F1ZV'],
    ['gstin', '27AAPFU0939F1Z'],
    ['gstin', 27],
    ['gstin', undefined],
  ] as [field: string, value: unknown][],
}
/** A real-looking request of each endpoint, and what is wrong with others. */
const REQUESTS: Readonly<Record<string, TriedRequests>> = {
  'gst-details': GSTIN_TRIED,
  'verify-gst': GSTIN_TRIED,
  'pan-to-gst': {
    good: [{ pan_number: 'AAPFU0939F' }],
    bad: [
      ['pan_number', 'AAPFU0000F'],
      ['pan_number', 'AAPXU0939F'],
      ['pan_number', ''],
      ['pan_number', undefined],
    ],
  },
  'pan-to-gst-search': {
    good: [
      { pan: 'AAPFU0939F', consent: 'Y' },
      { pan: 'AAPFU0939F', consent: 'Y', state_code: '07' },
    ],
    bad: [
      ['pan', 'AAPFU093F'],
      ['pan', undefined],
      ['consent', 'y'],
      ['consent', 'N'],
      ['consent', undefined],
      ['state_code', '00'],
      ['state_code', '7'],
      ['state_code', 27],
      ['state_code', 'MH'],
    ],
  },
}
const endpoints = gst.definition.endpoints

testRequests(gst, REQUESTS)

describe('consent', () => {
  it('is asked for by pan-to-gst-search, and none of these is regulated', () => {
    expect(endpoints.filter(({ consent }) => consent).map(({ id }) => id)).toEqual(['pan-to-gst-search'])
    expect(endpoints.filter(({ consent }) => consent?.regulated)).toEqual([])
  })
})

describe('the businesses of the sandbox', () => {
  const text = JSON.stringify(endpoints.map((endpoint) => endpoint.fixtures))

  it('cannot exist: a GSTIN begins with 00, a PAN has the serial 0000, a postal code begins with 0', () => {
    const gstins = text.match(/\b[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]{3}\b/g) ?? []
    const pans = text.match(/[A-Z]{5}[0-9]{4}[A-Z]/g) ?? []
    const pincodes = [...text.matchAll(/"pincode":"(.*?)"/g)].map(([, pincode]) => pincode)
    expect(gstins.length).toBeGreaterThan(20)
    expect(pincodes.length).toBeGreaterThan(10)
    expect(gstins.filter((gstin) => !gstin.startsWith('00'))).toEqual([])
    expect(pans.filter((pan) => pan.slice(5, 9) !== '0000')).toEqual([])
    expect(pincodes.filter((pincode) => !/^0[0-9]{5}$/.test(pincode ?? ''))).toEqual([])
  })
  it('have GSTINs that are right in every other way', () => {
    const gstins = text.match(/\b[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]{3}\b/g) ?? []
    expect(gstins.filter((gstin) => !/^[0-9]{2}[A-Z]{3}[ABCFGHJKLPT][A-Z]0000[A-Z][1-9A-Z]Z/.test(gstin))).toEqual([])
    expect(gstins.filter((gstin) => !isGstinCheck(gstin))).toEqual([])
  })
})
