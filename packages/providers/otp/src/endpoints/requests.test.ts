import type { Endpoint } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import otp from '../index.ts'

/** A real-looking request of each endpoint, and what is wrong with others. */
const REQUESTS: Readonly<Record<string, { good: object[]; bad: [field: string, value: unknown][] }>> = {
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

describe('the requests of the one-time-password endpoints', () => {
  it('are all tried here', () => {
    expect(Object.keys(REQUESTS).sort()).toEqual(endpoints.map((endpoint) => endpoint.id).sort())
  })

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s takes what fits',
    (id, endpoint: Endpoint) => {
      for (const request of REQUESTS[id]?.good ?? []) expect(endpoint.request.safeParse(request).success).toBe(true)
    },
  )

  const bad = endpoints.flatMap((endpoint) =>
    (REQUESTS[endpoint.id]?.bad ?? []).map(([field, value]) => ({ id: endpoint.id, field, value, endpoint })),
  )
  it.each(bad)('$id refuses $field = $value, and names the field', ({ id, field, value, endpoint }) => {
    const parsed = endpoint.request.safeParse({ ...REQUESTS[id]?.good[0], [field]: value })
    expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toContain(field)
  })
})

describe('the people of the sandbox', () => {
  it('have addresses that nobody can have (RFC 2606)', () => {
    const text = JSON.stringify(endpoints.map((endpoint) => endpoint.fixtures))
    const hosts = [...text.matchAll(/@([a-z.]+)/g)].map(([, host]) => host)
    expect(hosts.length).toBeGreaterThan(4)
    expect(hosts.filter((host) => !['example.com', 'example.org'].includes(host ?? ''))).toEqual([])
  })
})
