import { describe, expect, it } from 'vitest'
import { LocalDateTime } from '../contract.ts'
import npci from '../index.ts'
import { npciStatus } from './npci-status.ts'

describe('the request of npci-status', () => {
  it('takes an Aadhaar number with its check digit', () => {
    expect(npciStatus.request.safeParse({ aadhaar: '234123412346' }).success).toBe(true)
  })
  it.each(['234123412347', '23412341234', '000000000001', '2341 2341 2346', '', 42, undefined])(
    'refuses %s, and names the field',
    (aadhaar) => {
      const parsed = npciStatus.request.safeParse({ aadhaar })
      expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toContain('aadhaar')
    },
  )
})

describe('a time of the mapper', () => {
  it.each(['2024-03-09T11:42:07', '2024-02-29T23:59:59.123'])('is taken as %s', (text) => {
    expect(LocalDateTime.safeParse(text).success).toBe(true)
  })
  it.each([
    '2024-03-09T11:42:07Z',
    '2024-03-09T11:42:07+05:30',
    '2024-03-09 11:42:07',
    '2023-02-29T00:00:00',
    '2024-03-09T24:00:00',
  ])('is refused as %s', (text) => {
    expect(LocalDateTime.safeParse(text).success).toBe(false)
  })
})

describe('the people of the sandbox', () => {
  it('cannot exist', () => {
    const text = JSON.stringify(npci.definition.endpoints.map((endpoint) => endpoint.fixtures))
    const aadhaars = text.match(/(?<![0-9])[0-9]{12}(?![0-9])/g) ?? []
    expect(aadhaars.length).toBeGreaterThan(8)
    expect(aadhaars.filter((number) => !/^[01]/.test(number))).toEqual([])
  })
})
