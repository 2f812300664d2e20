import plans from '@parakh/plans'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminForTest } from '../../test/admin-for-test.ts'
import { lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

const MOST_BYTES = 8_192
const unknown = (count: number, name: (n: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), 1]))
/** Bodies near the size limit, each invalid in another way. */
const WRONG: readonly (readonly [string, object])[] = [
  ['thousands of unknown fields', unknown(5_000, (n) => `f${n}`)],
  ['one unknown field of 60 kB', { ['x'.repeat(60_000)]: 1 }],
  ['50 unknown fields of a kilobyte', unknown(50, (n) => `${n}${'y'.repeat(1_000)}`)],
  ['names of control characters', unknown(100, (n) => `${'\u0001'.repeat(80)}${n}`)],
  ['names outside ASCII', unknown(500, (n) => `${'अ'.repeat(30)}${n}`)],
]

describe('a refusal', () => {
  let test: ServerForTest
  beforeAll(async () => {
    test = await serverForTest({ plugins: [lookup()] })
  })
  afterAll(() => test.server.close())

  for (const url of ['/api/v1/post-lookup', '/api/v1/verify/lookup'])
    it.each(WRONG)(`of ${url} lists at most 50 fields and 8 kB of %s, and says how many more`, async (_, payload) => {
      const reply = await test.app.inject({ method: 'POST', url, headers: test.sandbox.headers, payload })
      expect(reply.statusCode).toBe(422)
      expect(Buffer.byteLength(reply.body)).toBeLessThanOrEqual(MOST_BYTES)
      const { errors, error } = reply.json()
      expect(Object.keys(errors).length).toBeGreaterThan(0)
      expect(Object.keys(errors).length).toBeLessThanOrEqual(50)
      const left = Object.keys(payload).length + 1 - Object.keys(errors).length
      if (left > 0) expect(error.message).toMatch(/: \d+ more of them are not listed$/)
    })

  it('of a legacy endpoint lists at most 50 fields and 8 kB', async () => {
    const query = Object.keys(unknown(60, (n) => `f${n}`)).join('=&')
    const url = `/api/v1/legacy-lookup?api_key=${test.sandbox.apiKey}&${query}=`
    const reply = await test.app.inject({ url, headers: test.sandbox.headers })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json().errors)).toHaveLength(50)
    expect(Buffer.byteLength(reply.body)).toBeLessThanOrEqual(MOST_BYTES)
  })

  it('of few fields lists all of them, and says nothing more', async () => {
    const payload = { code: 'nonsense', more: 1 }
    const reply = await test.app.inject({
      ...{ method: 'POST', url: '/api/v1/post-lookup', headers: test.sandbox.headers, payload },
    })
    expect(Object.keys(reply.json().errors).sort()).toEqual(['code', 'more'])
    expect(reply.json().error.message).toBe('Some fields are not valid')
  })
})

describe('a refusal of the admin API', () => {
  let test: Awaited<ReturnType<typeof adminForTest>>
  beforeAll(async () => {
    test = await adminForTest({ plugins: [plans()] })
  })
  afterAll(() => test.close())

  it.each([...WRONG, ['a value of 60 kB', { plan: 'p'.repeat(60_000) }] as const])(
    'lists at most 50 fields and 8 kB of %s',
    async (_, body) => {
      const account = await test.account('developer')
      const reply = await test.ask({
        ...{ method: 'POST', url: `/accounts/${account.id}/plan/subscribe`, body, as: test.operator },
      })
      expect(reply.status).toBe(422)
      expect(Buffer.byteLength(reply.text)).toBeLessThanOrEqual(MOST_BYTES)
      expect(Object.keys(reply.json().error.fields ?? {}).length).toBeLessThanOrEqual(50)
    },
  )

  it('names an identity number in a label, a reference or a reason as such, and repeats none', async () => {
    const { id } = await test.account('developer')
    const identity = 'ABCPE1234F'
    const asked = [
      ['/keys', { account_id: id, environment: 'sandbox', label: identity }],
      [`/accounts/${id}/wallets/sandbox/credits`, { amount: '1.00', reference: identity }],
      [`/accounts/${id}/wallets/sandbox/adjustments`, { amount: '1.00', reference: 'mended', reason: identity }],
    ] as const
    for (const [url, body] of asked) {
      const reply = await test.ask({ method: 'POST', url, body, as: test.operator })
      expect([url, reply.status]).toEqual([url, 422])
      expect(reply.text).toMatch(/VALIDATION_FAILED|IDENTITY_NUMBER_NOT_ALLOWED/)
      expect(reply.text).not.toContain(identity)
    }
  })
})
