import pan from '@parakh/pan'
import { createTestHost, fakeUpstream, makeDriver, reply } from '@parakh/testkit'
import { testSourceRouter } from '@parakh/testkit/suites'
import { expect, it } from 'vitest'
import acmePan from './src/acme-pan.ts'
import closedFirstPlugin, { closedFirst } from './src/closed-first.ts'

testSourceRouter('closed-first', async () => ({ router: await makeDriver(closedFirst, {}) }))

it('has what is closed first, and a host takes it', async () => {
  const router = await makeDriver(closedFirst, {})
  const source = (name: string, circuit: 'closed' | 'open') => ({ name, cost: null, circuit })
  const sources = [source('one', 'open'), source('two', 'closed'), source('three', 'closed')]
  const question = { accountId: 'a-1', operation: 'details', reference: 'r-1' }
  expect(router.order(sources, question)).toEqual(['two', 'three', 'one'])
  const upstream = await fakeUpstream()
  upstream.answer(reply.status(404))
  const acme = acmePan({ baseUrl: upstream.url, token: 'a-token' })
  const live = [
    { ...acme, name: 'one' },
    { ...acme, name: 'two' },
  ]
  const plugins = [pan({ live, routing: closedFirst.use({}) }), closedFirstPlugin()]
  const { host, keys, logger } = await createTestHost({ plugins })
  expect((await host.call('verify-pan', { pan: 'ABCPE1234F' }, keys.production)).status).toBe(404)
  expect(logger.of('upstream.not_routed')).toEqual([])
  await host.stop()
  await upstream.close()
})
