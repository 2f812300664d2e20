import { describe, expect, it } from 'vitest'
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

describe('the people of the sandbox', () => {
  it('cannot exist', () => {
    const text = JSON.stringify(npci.definition.endpoints.map((endpoint) => endpoint.fixtures))
    const aadhaars = text.match(/(?<![0-9])[0-9]{12}(?![0-9])/g) ?? []
    expect(aadhaars.length).toBeGreaterThan(8)
    expect(aadhaars.filter((number) => !/^[01]/.test(number))).toEqual([])
  })
})
