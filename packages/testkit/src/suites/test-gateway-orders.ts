import type {
  GatewayCheckout,
  GatewayOrder,
  GatewayOrders,
  GatewayPage,
  GatewayPageOrder,
  GatewayPages,
  MadeAtGateway,
} from '@parakh/funding/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeUpstream, fakeUpstream } from '../upstream/fake-upstream.ts'
import { reply } from '../upstream/replies.ts'

interface Trial<Order extends GatewayOrder> {
  /** Its `orderId` is that of what is made. */
  readonly order: Order
  /** The bodies by which the gateway answers that it made, and that it found, this order. */
  readonly made: object
  readonly found: object
  /** The body by which it answers 404, or 200, that it has no such order. */
  readonly absent: { readonly status: number; readonly body: object }
  /** Bodies of other orders, by what differs. */
  readonly others: Readonly<Record<string, object>>
  /** What no error may contain: the key of the API. */
  readonly secret: string
}
/** What orders of a gateway are tried with. */
export interface GatewayOrdersTrial extends Trial<GatewayOrder> {
  /** The orders over HTTP, at a fake gateway. */
  orders(apiUrl: string): GatewayOrders
  readonly checkout: GatewayCheckout
}
/** What pages of a gateway are tried with. */
export interface GatewayPagesTrial extends Trial<GatewayPageOrder> {
  /** The pages over HTTP, at a fake gateway. */
  pages(apiUrl: string): GatewayPages
  readonly page: GatewayPage
}

const MINUTE_MS = 60_000
const signal = () => AbortSignal.timeout(MINUTE_MS)

/**
 * The suite of the orders of a payment gateway: an order is what was asked for; a refusal, a failure and what is not known are told apart; no error contains a
 * secret. What its requests contain is for the gateway's own tests.
 */
export const testGatewayOrders = (name: string, { orders, checkout, ...trial }: GatewayOrdersTrial): void =>
  testMade(`the orders of ${name}`, { ...trial, at: orders, result: checkout, hidden: checkout.sessionToken })

/** The same of the pages of a payment gateway. */
export const testGatewayPages = (name: string, { pages, page, ...trial }: GatewayPagesTrial): void =>
  testMade(`the pages of ${name}`, { ...trial, at: pages, result: page, hidden: page.pageUrl })

interface MadeTrial<Order extends GatewayOrder, Made> extends Trial<Order> {
  at(apiUrl: string): MadeAtGateway<Order, Made>
  readonly result: Made
  /** Besides the key, what no error may contain; null: nothing. */
  readonly hidden: string | null
}

function testMade<Order extends GatewayOrder, Made>(name: string, trial: MadeTrial<Order, Made>): void {
  const { order, made, found, result, absent, others, secret } = trial
  describe(name, () => {
    let gateway: FakeUpstream
    let orders: MadeAtGateway<Order, Made>
    beforeEach(async () => {
      gateway = await fakeUpstream()
      orders = trial.at(gateway.url)
    })
    afterEach(() => gateway.close())
    const asked = () => gateway.requests.length

    it('are made and found by one request each', async () => {
      gateway.answer(reply.json(made))
      expect([await orders.make({ ...order, orderId: null }, signal()), asked()]).toEqual([result, 1])
      gateway.answer(reply.json(found))
      expect([await orders.find(order, signal()), asked()]).toEqual([result, 2])
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
      for (const hidden of [secret, trial.hidden ?? secret]) expect(text).not.toContain(hidden)
    })

    it('are not what is no JSON', async () => {
      gateway.answer(reply.rawJson('<html>'))
      await expect(orders.make(order, signal())).rejects.toMatchObject({ trouble: 'unprocessable' })
    })
  })
}
