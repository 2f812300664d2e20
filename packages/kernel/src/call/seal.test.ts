import type { Answer, Envelope } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { sealAnswer } from './seal.ts'

const envelopeOf = (own: object, data: Envelope['data']): Envelope => ({ data, wrap: () => own }) as unknown as Envelope
const sealed = (own: object, data: object, where: Envelope['data'] = 'spread'): string => {
  const { status, body } = sealAnswer(envelopeOf(own, where), data, {} as Answer)
  expect(status).toBe(200)
  return Buffer.from(body).toString()
}

describe('the bytes of an answer', () => {
  it('puts data under its key, or beside the fields of the envelope, after them', () => {
    expect(sealed({ status: 'ok' }, { name: 'A' }, 'nested')).toBe('{"status":"ok","data":{"name":"A"}}')
    expect(sealed({ status: 'ok' }, { name: 'A', list: [{}] })).toBe('{"status":"ok","name":"A","list":[{}]}')
  })

  it('lets data win where a field is in both', () => {
    expect(JSON.parse(sealed({ status: 'ok', at: 1 }, { at: 2, name: 'A' }))).toEqual({
      status: 'ok',
      at: 2,
      name: 'A',
    })
    expect(JSON.parse(sealed({ data: 1 }, { name: 'A' }, 'nested'))).toEqual({ data: { name: 'A' } })
  })

  it('is JSON where one of them has nothing to say', () => {
    expect(sealed({}, {})).toBe('{}')
    expect(sealed({}, { name: 'A' })).toBe('{"name":"A"}')
    expect(sealed({ status: 'ok' }, { name: undefined })).toBe('{"status":"ok"}')
    expect(sealed({ gone: undefined }, {}, 'nested')).toBe('{"data":{}}')
  })

  it('keeps a field of a source whose name every object has', () => {
    const data = JSON.parse('{"__proto__":"x","constructor":"y"}') as object
    expect(sealed({ status: 'ok' }, data)).toBe('{"status":"ok","__proto__":"x","constructor":"y"}')
  })
})
