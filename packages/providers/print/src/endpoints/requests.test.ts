import type { Endpoint } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { RECIPIENT } from '../../test/print-shop.ts'
import print from '../index.ts'

const ORDER = {
  product_code: 'PVC_DL',
  quantity: 1,
  document_ref: '01K0000000000000000000000A',
  recipient: RECIPIENT,
  shipping_method: 'standard',
}
const to = (changes: object) => ({ ...RECIPIENT, ...changes })

/** A real-looking request of each endpoint, and what is wrong with others. */
const REQUESTS: Readonly<Record<string, { good: object[]; bad: [field: string, request: object][] }>> = {
  'place-order': {
    good: [
      ORDER,
      { ...ORDER, quantity: 100, shipping_method: 'express', client_order_id: 'A-1', notes: 'Ring twice' },
      { ...ORDER, recipient: to({ address_line2: 'Baner Road', name: 'आशा राव' }) },
    ],
    bad: [
      ['product_code', { ...ORDER, product_code: '' }],
      ['quantity', { ...ORDER, quantity: 0 }],
      ['quantity', { ...ORDER, quantity: 101 }],
      ['quantity', { ...ORDER, quantity: 1.5 }],
      ['quantity', { ...ORDER, quantity: '1' }],
      ['document_ref', { ...ORDER, document_ref: undefined }],
      ['shipping_method', { ...ORDER, shipping_method: 'overnight' }],
      ['client_order_id', { ...ORDER, client_order_id: 'A'.repeat(65) }],
      ['client_order_id', { ...ORDER, client_order_id: '2341-2341-2346' }],
      ['notes', { ...ORDER, notes: 'ABCPE1234F' }],
      ['notes', { ...ORDER, notes: 'one\ntwo' }],
      ['recipient', { ...ORDER, recipient: undefined }],
      ['recipient.name', { ...ORDER, recipient: to({ name: '  ' }) }],
      ['recipient.name', { ...ORDER, recipient: to({ name: 'Asha\u0007Rao' }) }],
      ['recipient.mobile', { ...ORDER, recipient: to({ mobile: '5999999999' }) }],
      ['recipient.address_line1', { ...ORDER, recipient: to({ address_line1: 'A'.repeat(121) }) }],
      ['recipient.city', { ...ORDER, recipient: to({ city: undefined }) }],
      ['recipient.pincode', { ...ORDER, recipient: to({ pincode: '011045' }) }],
      ['recipient.pincode', { ...ORDER, recipient: to({ pincode: '41104' }) }],
    ],
  },
  orders: {
    good: [{}, { limit: '100' }, { limit: 1, cursor: 'WzQyXQ' }],
    bad: [
      ['limit', { limit: 0 }],
      ['limit', { limit: '101' }],
      ['cursor', { cursor: '' }],
    ],
  },
  order: { good: [{ id: '01K0000000000000000000000A' }], bad: [['id', { id: '' }]] },
  'cancel-order': { good: [{ id: '01K0000000000000000000000A' }], bad: [['id', { id: 'A'.repeat(65) }]] },
}
const endpoints = print.definition.endpoints

describe('the requests of the print endpoints', () => {
  it('are all tried here', () => {
    expect(Object.keys(REQUESTS).sort()).toEqual(endpoints.map((endpoint) => endpoint.id).sort())
  })

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s takes what fits',
    (id, endpoint: Endpoint) => {
      for (const request of REQUESTS[id]?.good ?? []) expect(endpoint.request.safeParse(request).error).toBeUndefined()
    },
  )

  const bad = endpoints.flatMap((endpoint) =>
    (REQUESTS[endpoint.id]?.bad ?? []).map(([field, request]) => ({ id: endpoint.id, field, request, endpoint })),
  )
  it.each(bad)('$id refuses a wrong $field, and names it', ({ field, request, endpoint }) => {
    const parsed = endpoint.request.safeParse(request)
    expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toContain(field)
  })
})

describe('the documents of the sandbox', () => {
  it('are of people who cannot exist', () => {
    const text = JSON.stringify(endpoints.map((endpoint) => endpoint.fixtures))
    const aadhaars = text.match(/(?<![0-9])[0-9]{12}(?![0-9])/g) ?? []
    const plates = text.match(/\b[A-Z]{2}[0-9]{2}[A-Z]{2}[0-9]{4}\b/g) ?? []
    expect([
      ...aadhaars.filter((number) => !/^[01]/.test(number)),
      ...plates.filter((one) => !one.startsWith('XX00')),
    ]).toEqual([])
  })
})
