import { createHmac } from 'node:crypto'
import { inr } from '@parakh/core'
import { type FakeUpstream, fakeUpstream, reply } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { live, lookup } from '../../test/lookup-plugin.ts'
import { OrderProvider, orders } from '../../test/order-plugin.ts'
import { type ServerForTest, serverForTest } from '../../test/server-for-test.ts'

let source: FakeUpstream
let test: ServerForTest
let headers: Record<string, string>
beforeEach(async () => {
  source = await fakeUpstream()
})
afterEach(async () => {
  await test.server.close()
  await source.close()
})
async function start(plugins: Parameters<typeof serverForTest>[0]) {
  test = await serverForTest(plugins)
  headers = (await test.key('production')).headers
  const credit = { environment: 'production', amount: inr('100'), reference: 'r', actor: 't' } as const
  await test.store.wallet.credit({ accountId: test.account.id, ...credit })
}
const wallet = () => test.store.wallet.balance(test.account.id, 'production')

const operations = { find: { path: '/find', record: 'body' } }
const KINDS = {
  'described in the configuration': (name: string) => {
    source.answer(reply.json({ code: 'AB12', name }))
    return { provider: 'http' as const, baseUrl: source.url, operations }
  },
  'in code': (name: string) => live(async () => ({ code: 'AB12', name })),
}

describe.each(Object.entries(KINDS))('a text of a source %s', (_, kind) => {
  const ask = async (name: string) => {
    await start({ plugins: [lookup({ live: kind(name) })] })
    return await test.app.inject({ url: '/api/v1/lookup?code=AB12', headers })
  }

  it.each([
    ['has 500,000 characters', 'A'.repeat(500_000), 'text_too_long'],
    ['has one character too many', 'A'.repeat(2_001), 'text_too_long'],
    ['holds NUL', 'Asha\u0000Rao', 'control_character'],
    ['holds an escape sequence', '\u001b[2JAsha', 'control_character'],
    ['holds a control of the second set', 'Asha\u009b31m', 'control_character'],
    ['holds half a character', 'Asha\ud800', 'control_character'],
  ])('that %s is no answer, and free', async (_name, text, reason) => {
    const answer = await ask(text)
    expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'UPSTREAM_UNPROCESSABLE'])
    expect(answer.body.length).toBeLessThan(1_000)
    expect(await wallet()).toMatchObject({ balance: inr('100'), held: 0 })
    const told = { operation: 'find', trouble: 'unprocessable', field: 'name', reason }
    expect(test.logger.of('upstream.trouble')[0]?.facts).toMatchObject(told)
    expect(test.logger.text()).not.toContain('Asha')
  })

  it('is answered without marks that turn the direction of writing', async () => {
    const answer = await ask('\ufeffAsha \u202eoaR\u202c\u200f \u2067Devi\u2069')
    expect(answer.json()).toMatchObject({ success: true, data: { name: 'Asha oaR Devi' } })
  })

  it.each(['A'.repeat(2_000), 'Line one\r\nLine two\tand on', 'क्‍ष', '👩‍👧 Asha', 'आशा राव'])(
    'is answered as it is: %j',
    async (text) => {
      expect((await ask(text)).json()).toMatchObject({ success: true, data: { name: text } })
    },
  )
})

describe('a signed callback', () => {
  const SECRET = 's3cret'
  const inCode = OrderProvider.implement({
    id: 'code',
    options: z.object({}),
    make: () => ({ run: { send: async () => ({ state: 'accepted' as const }) } }),
    callback: ({ body, headers: sent, hmac, equal }) =>
      equal(sent['x-signature'] ?? '', hmac('sha256', SECRET, body))
        ? JSON.parse(new TextDecoder().decode(body))
        : null,
  })
  const mapped = () => ({
    provider: 'http' as const,
    baseUrl: source.url,
    operations: { run: { path: '/run', body: { what: 'input.what' }, record: 'body' } },
    callback: {
      operation: 'run',
      signature: { header: 'x-signature', algorithm: 'sha256' as const, encoding: 'hex' as const, secret: SECRET },
      reference: 'body.reference',
      record: 'body.record',
    },
  })
  const post = (provider: string, payload: string) =>
    test.app.inject({
      ...{ method: 'POST', url: `/callbacks/orders/${provider}`, payload },
      headers: { 'x-signature': createHmac('sha256', SECRET).update(payload).digest('hex') },
    })
  const run = async () => {
    source.answer(reply.json({ state: 'accepted' }))
    const sent = await test.app.inject({
      method: 'POST',
      url: '/api/v1/place-order',
      payload: { what: 'bread' },
      headers,
    })
    return sent.json().data.ref_id as string
  }

  it.each([
    ['a state that there is not', { record: { state: 'eaten' } }],
    ['a record that is a text', { record: 'done' }],
    ['a record that is a list', { record: [] }],
    ['no record', {}],
    ['a text with NUL', { record: { state: 'done\u0000' } }],
    ['a reference with NUL', { record: { state: 'done' }, reference: 'a\u0000b' }],
    ['a reference of 100,000 characters', { record: { state: 'done' }, reference: 'a'.repeat(100_000) }],
    ['a reference that is a number', { record: { state: 'done' }, reference: 7 }],
  ])('with %s is refused with 400, and moves nothing', async (_, result) => {
    for (const provider of ['code', 'http']) {
      await start({ plugins: [orders({ live: provider === 'code' ? inCode({}) : (mapped() as never) })] })
      const reference = await run()
      const answer = await post(provider, JSON.stringify({ operation: 'run', reference, ...result }))
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'MALFORMED_CALLBACK'])
      expect((await test.store.billing.findByReference(reference))?.call.asyncState).toBe('pending')
      expect(await wallet()).toMatchObject({ balance: inr('97'), held: 0 })
      expect((await test.store.outbox.read(100)).filter(({ type }) => type === 'order.updated')).toEqual([])
      expect(
        (await post(provider, JSON.stringify({ operation: 'run', reference, record: { state: 'done' } }))).statusCode,
      ).toBe(200)
      if (provider === 'code') await test.server.close()
    }
  })

  it('that is no JSON is refused with 400', async () => {
    await start({ plugins: [orders({ live: mapped() as never })] })
    const answer = await post('http', '{ no JSON')
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'MALFORMED_CALLBACK'])
  })
})
