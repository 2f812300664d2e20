import type { GatewayCheckout, GatewayOrder, GatewayOrders } from '@parakh/funding/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeUpstream, fakeUpstream } from '../upstream/fake-upstream.ts'
import { reply } from '../upstream/replies.ts'

/** What orders of a gateway are tried with. */
export interface GatewayOrdersTrial {
  /** The orders over HTTP, at a fake gateway. */
  orders(apiUrl: string): GatewayOrders
  /** Its `orderId` is that of `checkout`. */
  readonly order: GatewayOrder
  /** The bodies by which the gateway answers that it made, and that it found, this order. */
  readonly made: object
  readonly found: object
  readonly checkout: GatewayCheckout
  /** The body by which it answers 404, or 200, that it has no such order. */
  readonly absent: { readonly status: number; readonly body: object }
  /** Bodies of other orders, by what differs. */
  readonly others: Readonly<Record<string, object>>
  /** What no error may contain: the key of the API. */
  readonly secret: string
}

const MINUTE_MS = 60_000
const signal = () => AbortSignal.timeout(MINUTE_MS)

/**
 * The suite of the orders of a payment gateway: an order is what was asked for; a refusal, a failure and what is not known are told apart; no error contains a
 * secret. What its requests contain is for the gateway's own tests.
 */
export function testGatewayOrders(name: string, trial: GatewayOrdersTrial): void {
  const { order, made, found, checkout, absent, others, secret } = trial
  describe(`the orders of ${name}`, () => {
    let gateway: FakeUpstream
    let orders: GatewayOrders
    beforeEach(async () => {
      gateway = await fakeUpstream()
      orders = trial.orders(gateway.url)
    })
    afterEach(() => gateway.close())
    const asked = () => gateway.requests.length

    it('are made and found by one request each', async () => {
      gateway.answer(reply.json(made))
      expect([await orders.make({ ...order, orderId: null }, signal()), asked()]).toEqual([checkout, 1])
      gateway.answer(reply.json(found))
      expect([await orders.find(order, signal()), asked()]).toEqual([checkout, 2])
    })

    it('are null where they are refused or absent', async () => {
      gateway.answer(reply.json({ error: 'the amount is too small' }, { status: 400 }))
      expect(await orders.make(order, signal())).toBeNull()
      gateway.answer(reply.json(absent.body, { status: absent.status }))
      expect(await orders.find(order, signal())).toBeNull()
    })

    it.each([
      ['denied', 401],
      ['denied', 403],
      ['throttled', 429],
      ['unavailable', 500],
      ['unavailable', 503],
    ] as const)('fail as %s by the status %i', async (trouble, status) => {
      gateway.answer(reply.json(made, { status }))
      const errors = [orders.make(order, signal()), orders.find(order, signal())]
      for (const failed of await Promise.allSettled(errors)) expect(failed).toMatchObject({ reason: { trouble } })
    })

    it.each(Object.entries(others))('are refused %s, and the error has no secret', async (_, body) => {
      gateway.answer(reply.json(body))
      const error: unknown = await orders.make(order, signal()).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ trouble: 'unprocessable' })
      const text = JSON.stringify([error, `${error}`])
      for (const hidden of [secret, checkout.sessionToken ?? secret]) expect(text).not.toContain(hidden)
    })

    it('are not what is no JSON', async () => {
      gateway.answer(reply.rawJson('<html>'))
      await expect(orders.make(order, signal())).rejects.toMatchObject({ trouble: 'unprocessable' })
    })
  })
}
