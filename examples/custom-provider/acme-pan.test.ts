import pan from '@parakh/pan'
import { PanProvider } from '@parakh/pan/contract'
import { createTestHost, fakeUpstream, reply } from '@parakh/testkit'
import { testProvider } from '@parakh/testkit/suites'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import acmePan from './src/acme-pan.ts'

const HOLDER = {
  number: 'ABCPE1234F',
  fullName: 'A HOLDER',
  fatherName: null,
  born: '1980-05-17',
  sex: 'F',
  aadhaarLinked: true,
}
const input = { pan: HOLDER.number }

describe('Acme', async () => {
  const upstream = await fakeUpstream()
  const source = acmePan({ baseUrl: upstream.url, token: 'a-token' })
  const { host, keys } = await createTestHost({ plugins: [pan({ live: source })] })
  beforeEach(() => upstream.reset())
  afterAll(async () => {
    await host.stop()
    await upstream.close()
  })

  testProvider('acme', {
    contract: PanProvider,
    make: () => source.code.make({ options: source.options }),
    hang: () => upstream.answer(reply.hang()),
    cases: (['verify', 'details'] as const).flatMap((operation) => [
      { operation, input, expect: 'record' as const, arrange: () => upstream.answer(reply.json(HOLDER)) },
      { operation, input, expect: 'none' as const, arrange: () => upstream.answer(reply.status(404)) },
      { operation, input, expect: 'trouble' as const, arrange: () => upstream.answer(reply.status(429)) },
      { operation, input, expect: 'trouble' as const, arrange: () => upstream.answer(reply.status(500)) },
      { operation, input, expect: 'trouble' as const, arrange: () => upstream.answer(reply.json({ nonsense: true })) },
    ]),
  })

  it('answers verify/pan in production, and is asked without the number in a URL', async () => {
    upstream.answer(reply.json(HOLDER))
    const answered = await host.call('verify-pan', input, keys.production)
    expect(answered).toMatchObject({ status: 200, body: { charged: 2 } })
    expect(answered.data).toEqual({ pan: 'ABCPE1234F', name: 'A HOLDER', category: 'person', aadhaar_seeded: true })
    expect(upstream.requests).toHaveLength(1)
    expect(upstream.requests[0]).toMatchObject({ method: 'POST', path: '/v2/holders', body: '{"number":"ABCPE1234F"}' })
    expect(upstream.requests[0]?.headers['authorization']).toBe('Bearer a-token')
  })

  it('answers pan-details, a father without a name as an empty text', async () => {
    upstream.answer(reply.json(HOLDER))
    const answered = await host.call('pan-details', { panno: HOLDER.number }, keys.production)
    expect(answered.body).toMatchObject({
      status: '200',
      pan_no: 'ABCPE1234F',
      father: '',
      gender: 'F',
      dob: '1980-05-17',
    })
  })

  it("charges nothing for another person's data", async () => {
    upstream.answer(reply.json({ ...HOLDER, number: 'ABCPE9999F' }))
    const answered = await host.call('verify-pan', input, keys.production)
    expect(answered).toMatchObject({ status: 422, code: 'UPSTREAM_UNPROCESSABLE', body: { charged: 0 } })
  })

  it('keeps operations that it does not implement locked', async () => {
    const asked = { name: 'A Holder', dob: '1980-05-17' }
    const refused = await host.call('instant-pan-find', asked, keys.production)
    expect(refused).toMatchObject({ status: 403, code: 'MODULE_NOT_ACTIVATED' })
    expect(upstream.requests).toEqual([])
  })
})
