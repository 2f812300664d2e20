import { inr } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { parcels } from '../../test/parcels.ts'

describe('a POST without a body', async () => {
  const { host, keys } = await createTestHost({ plugins: [parcels()], funds: inr('100') })
  afterAll(() => host.stop())
  const post = async (id: string, params: Readonly<Record<string, string>>) => {
    const hosted = host.endpoints.find(({ endpoint }) => endpoint.id === id)
    if (!hosted) throw new Error(`no endpoint ${id}`)
    const { apiKey, apiSecret } = keys.sandbox
    return host.handle({
      hosted,
      params,
      query: {},
      body: undefined,
      credentials: { apiKey, apiSecret },
      ip: '127.0.0.1',
    })
  }

  it('is whole where every field stands in the path', async () => {
    expect(await post('refund-parcel', { id: 'nothing' })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  it('is malformed where fields are expected in it', async () => {
    expect(await post('send-parcels', {})).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})
