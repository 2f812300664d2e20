import { Subjects } from '@parakh/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedSandbox, servedSandbox } from './served-sandbox.ts'

/** Endpoints whose requests name nobody: a bank, a taxpayer's registration, a code, an order, and what the account has itself. */
const NOBODY = [
  ...['auth-token', 'balance', 'bank-ifsc-details', 'cancel-order', 'gst-details', 'ifsc-details', 'order', 'orders'],
  ...['request-status', 'request-status-by-query', 'verify-gst', 'verify-otp'],
]

let served: ServedSandbox
beforeAll(async () => {
  served = await servedSandbox()
})
afterAll(() => served[Symbol.asyncDispose]())

it('finds the calls of every endpoint by the people whom its request names', async () => {
  const aboutPeople = served.server.host.endpoints.filter(({ endpoint }) => endpoint.consent ?? endpoint.subjects)
  const ids = aboutPeople.map(({ endpoint }) => endpoint.id)
  const others = served.server.host.endpoints.map(({ endpoint }) => endpoint.id).filter((id) => !ids.includes(id))
  expect(others.filter((id) => !id.includes('webhook')).sort()).toEqual([...NOBODY].sort())
  const { host } = served.server
  const { apiKey, apiSecret } = await served.account()
  for (const { endpoint } of aboutPeople) {
    const { request } = endpoint.fixtures.find(({ scenario }) => scenario === 'success') ?? {}
    const asked = endpoint.id === 'instant-pan-find' ? { ...Object(request), mobile: '9876543210' } : request
    await host.call(endpoint.id, Object(asked), { apiKey, apiSecret })
    const named: string[] = []
    for (const text of textsIn(asked)) {
      const { items } = await host.get(Subjects).find(text, { cursor: null, limit: 100 })
      if (items.some((call) => call.endpoint === endpoint.id)) named.push(text)
    }
    expect([endpoint.id, named.length > 0]).toEqual([endpoint.id, true])
  }
})

/** All texts of a request, at any depth. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value ? Object.values(value).flatMap(textsIn) : []
