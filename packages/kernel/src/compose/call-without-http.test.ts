import { defineEndpoint, definePlugin, legacy, zero } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { echo, listParcels, parcels } from '../../test/parcels.ts'

const greet = defineEndpoint({
  id: 'greet',
  method: 'GET',
  path: '/greet',
  group: 'Test',
  summary: 'Greets',
  envelope: legacy({ message: 'the words of the envelope' }),
  price: zero,
  request: z.object({ name: z.string() }),
  data: z.looseObject({ message: z.string() }),
  errors: { NOBODY: { message: 'Nobody is there' } },
  handle: async ({ request, answer, fail }) =>
    request.name === '' ? fail('NOBODY') : answer({ message: `Good day, ${request.name}`, to: request.name }),
  fixtures: [{ scenario: 'success', request: { name: 'ASHA' } }],
})
const greetings = definePlugin({ id: 'greetings', contract: 1, endpoints: [greet] })
const mounted = definePlugin({ id: 'mounted', contract: 1, endpoints: [echo] })
const made = () => createTestHost({ plugins: [parcels(), greetings(), mounted()] })

describe('the data of a call without HTTP', () => {
  it('are the fields of the endpoint, without those that the envelope puts beside them', async () => {
    const { host, keys } = await made()
    const { body, data } = await host.call(listParcels, { limit: 5 }, keys.sandbox)
    expect(body).toMatchObject({ status: '200', application_no: expect.any(String), next: null })
    expect(data).toEqual({ parcels: [{ id: 'given-1', state: 'moving', to: 'Goa' }], next: null })
    expect(data?.parcels[0]?.state).toBe('moving')
    await host.stop()
  })

  it('have the message that replaces the words of the envelope, and what an open shape holds besides', async () => {
    const { host, keys } = await made()
    const { data } = await host.call(greet, { name: 'ASHA' }, keys.sandbox)
    expect(data).toEqual({ message: 'Good day, ASHA', to: 'ASHA' })
    await host.stop()
  })

  it('are read from an envelope that nests them', async () => {
    const { host, keys } = await made()
    expect((await host.call(echo, { word: 'hello' }, keys.sandbox)).data).toEqual({ word: 'hello' })
    await host.stop()
  })

  it('are null on a fault, whatever the envelope', async () => {
    const { host, keys } = await made()
    expect(await host.call(greet, { name: '' }, keys.sandbox)).toMatchObject({ outcome: 'none', data: null })
    expect(await host.call('greet', {}, keys.sandbox)).toMatchObject({ outcome: 'refused', data: null })
    expect(await host.call('nothing', {}, keys.sandbox)).toMatchObject({ code: 'UNKNOWN_ENDPOINT', data: null })
    await host.stop()
  })
})
