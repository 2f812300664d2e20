import { defineEndpoint, definePlugin, inr, modern } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { expect, it } from 'vitest'
import * as z from 'zod'

const headed = defineEndpoint({
  ...{ id: 'headed', method: 'GET', path: '/headed', group: 'Echo', summary: 'Says it in a header', envelope: modern },
  price: inr('1'),
  request: z.object({ word: z.string() }),
  data: z.object({ word: z.string() }),
  handle: async ({ request, answer }) =>
    answer(request, { headers: { 'x-word': request.word, 'x-request-id': 'mine', 'cache-control': 'public' } }),
  fixtures: [{ scenario: 'success', request: { word: 'yes' } }],
})

it('sends the headers of a handler beside its own, which win; a replay has none of them', async () => {
  const plugin = definePlugin({ id: 'headed', contract: 1, endpoints: [headed] })
  const { host, keys } = await createTestHost({ plugins: [plugin()] })
  const say = () => host.call('headed', { word: 'no' }, keys.production, { requestId: 'one' })
  const own = { 'x-request-id': 'one', 'cache-control': 'no-store' }
  expect((await say()).headers).toMatchObject({ ...own, 'x-word': 'no' })
  const replayed = await say()
  expect(replayed.headers).toMatchObject({ ...own, 'idempotent-replayed': 'true' })
  expect(replayed.headers).not.toHaveProperty('x-word')
  await host.stop()
})
