import { operatorName } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

/** An Aadhaar number with a correct check digit, and a PAN, in usual notations. */
const IDENTITIES = ['234123412346', '2341-2341-2346', 'ABCPE1234F', 'abcpe1234f', 'ABCPE-1234-F']
/** Similar texts that are not identity numbers, and one within a longer text. */
const OTHERS = ['234123412345', '134123412346', 'ABCQE1234F', 'ABCPE0000F', 'utr-234123412346', 'order-ABCPE1234F']

describe('a text that is kept in clear', () => {
  let test: ServerForTest
  beforeAll(async () => {
    test = await serverForTest({ plugins: [lookup()], config: { rateLimits: { perEndpoint: 1000, sandbox: 1000 } } })
  })
  afterAll(() => test.server.close())
  const get = (requestId: string) =>
    test.app.inject({
      url: '/api/v1/lookup?code=AA00',
      headers: { ...test.sandbox.headers, 'x-request-id': requestId },
    })

  it.each(IDENTITIES)('as a request id is not %s, which is neither echoed nor kept', async (identity) => {
    const reply = await get(identity)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ error: { code: 'INVALID_REQUEST_ID' }, meta: { charged: 0 } })
    expect(reply.body + JSON.stringify(reply.headers)).not.toContain(identity)
    expect(test.logger.text()).not.toContain(identity)
    expect(JSON.stringify(test.store.tables.usage)).not.toContain(identity)
  })

  it('is in no name of who acts, nor of a document of KYC', async () => {
    const [identity = ''] = IDENTITIES
    const refused = { code: 'IDENTITY_NUMBER_NOT_ALLOWED' }
    expect(() => operatorName(identity)).toThrow(expect.objectContaining(refused))
    const { accounts } = test.store
    const documents = [{ kind: identity, reference: 'file-1' }]
    await expect(accounts.submitKyc(test.account.id, documents)).rejects.toMatchObject(refused)
  })

  it.each(OTHERS)('as a request id may be %s', async (other) => {
    expect((await get(other)).statusCode).toBe(200)
  })
})
