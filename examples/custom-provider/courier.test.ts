import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inr } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { testPlugin } from '@parakh/testkit/suites'
import { expect, it } from 'vitest'
import courier from './src/courier.ts'

testPlugin(courier)

it('charges what the rates say, refuses where nobody delivers, and asks once for a request id', async () => {
  const asked: string[] = []
  const answers: Record<string, string> = { '/NP': '{"rupees":"42.50"}', '/AQ': '{"rupees":null}' }
  const rates = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(answers[request.url ?? ''] ? 200 : 502).end(answers[request.url ?? ''])
  }).listen(0, '127.0.0.1')
  await once(rates, 'listening')
  const ratesUrl = `http://127.0.0.1:${(rates.address() as AddressInfo).port}`
  const { host, keys, store, account } = await createTestHost({ plugins: [courier({ ratesUrl })], funds: inr('100') })
  const send = (country: string, requestId: string) =>
    host.call('parcel-label', { country }, keys.production, { requestId })
  const first = await send('NP', 'one')
  expect(first).toMatchObject({ outcome: 'answer', body: { meta: { charged: 42.5 } } })
  expect(await send('NP', 'one')).toMatchObject({ outcome: 'replay', body: first.body })
  expect(await send('AQ', 'two')).toMatchObject({ status: 400, code: 'NOT_SERVED' })
  expect(await send('XX', 'three')).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
  expect(asked).toEqual(['/NP', '/AQ', '/XX'])
  expect((await store.wallet.balance(account.id, 'production')).balance).toBe(inr('57.50'))
  await host.stop()
  rates.close()
})
