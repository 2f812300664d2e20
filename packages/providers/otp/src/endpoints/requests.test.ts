import { type TriedRequests, testRequests } from '@parakh/testkit/suites'
import { describe, expect, it } from 'vitest'
import otp from '../index.ts'

/** A real-looking request of each endpoint, and what is wrong with others. */
const REQUESTS: Readonly<Record<string, TriedRequests>> = {
  'send-otp': {
    good: [{ email: 'asha.rao@example.com' }, { email: "o'brien+otp@mail.example.co.in" }],
    bad: [
      ['email', undefined],
      ['email', 42],
      ['email', ''],
      ['email', 'asha'],
      ['email', 'asha@example'],
      ['email', ' asha@example.com'],
      ['email', 'asha@example.com, eve@example.com'],
      ['email', 'asha@example.com\r\nBcc: eve@example.com'],
      ['email', 'asha\u0000@example.com'],
      ['email', 'Asha <asha@example.com>'],
      ['email', `${'a'.repeat(243)}@example.com`],
    ],
  },
  'verify-otp': {
    good: [{ otp_id: '01KF00000000000000000000AA', otp: '012345' }],
    bad: [
      ['otp_id', undefined],
      ['otp_id', ''],
      ['otp_id', '../x'],
      ['otp_id', 'x'.repeat(65)],
      ['otp', undefined],
      ['otp', '12345'],
      ['otp', '1234567'],
      ['otp', '12345a'],
      ['otp', '१२३४५६'],
      ['otp', 123456],
    ],
  },
}
const endpoints = otp.definition.endpoints

testRequests(otp, REQUESTS)

describe('the people of the sandbox', () => {
  it('have addresses that nobody can have (RFC 2606)', () => {
    const text = JSON.stringify(endpoints.map((endpoint) => endpoint.fixtures))
    const hosts = [...text.matchAll(/@([a-z.]+)/g)].map(([, host]) => host)
    expect(hosts.length).toBeGreaterThan(4)
    expect(hosts.filter((host) => !['example.com', 'example.org'].includes(host ?? ''))).toEqual([])
  })
})
