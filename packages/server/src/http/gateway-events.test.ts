import { Accounts, inr, type Money, micro, Price, Store, Wallet } from '@parakh/core'
import funding from '@parakh/funding'
import { Funding } from '@parakh/funding/contract'
import cashfreePlugin, { cashfree } from '@parakh/gateway-cashfree'
import razorpayPlugin, { razorpay } from '@parakh/gateway-razorpay'
import stripePlugin, { stripe } from '@parakh/gateway-stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOn } from '../../../../test/databases.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { type EventFacts, GATEWAY_BODIES, GATEWAY_SECRET } from '../../test/gateway-bodies.ts'
import { type EffectRow, effectRows, type GatewayEventRow, gatewayEventRows } from '../../test/gateway-event-table.ts'

const environment = 'production'
const actor = 'asha'
const EVENTS = gatewayEventRows()
const EFFECTS = effectRows()
const GATEWAYS = Object.keys(GATEWAY_BODIES)
const [PAID, REFUNDED] = [inr('500'), inr('200')]
const FIRST_SECOND = 1_763_460_000

/** Each state before an event: what happened to the payment. */
const BEFORE: Readonly<Record<string, (trial: Trial) => Promise<unknown>>> = {
  'order open': async () => undefined,
  credited: (trial) => trial.send('captured'),
  'paid by another payment': (trial) => trial.send('captured', { payment: trial.number(7) }),
  'order rejected': (trial) => trial.funding.reject({ id: trial.orderId, actor, reason: 'Not wanted' }),
  'account closed': (trial) => trial.test.host.get(Accounts).setStatus(trial.accountId, 'closed', actor),
  'refund came first': (trial) => trial.send('refunded'),
  'inquiry came first': (trial) => trial.send('inquiry'),
  'dispute came first': (trial) => trial.send('opened'),
  'lost dispute came first': (trial) => trial.send('lost'),
  'failed refund came first': (trial) => trial.send('refund failed'),
  'part refunded': (trial) => trial.sendAll('captured', 'refunded'),
  refunded: async (trial) => {
    await trial.send('captured')
    await trial.send('refunded', { refund: trial.number(8), refunded: PAID })
  },
  inquiry: (trial) => trial.sendAll('captured', 'inquiry'),
  disputed: (trial) => trial.sendAll('captured', 'opened'),
  'charged back': (trial) => trial.sendAll('captured', 'opened', 'lost'),
  'part refunded and disputed': (trial) => trial.sendAll('captured', 'refunded', 'opened'),
  'part refunded and charged back': (trial) => trial.sendAll('captured', 'refunded', 'opened', 'lost'),
  'dispute won': (trial) => trial.sendAll('captured', 'opened', 'won'),
  released: async (trial) => {
    await trial.sendAll('captured', 'opened')
    await trial.funding.release({ id: trial.orderId, actor })
  },
  'in suspense': (trial) => trial.send('captured', { orderId: null }),
  assigned: (trial) => trial.assign(),
  'assigned and refunded': async (trial) => {
    await trial.assign()
    await trial.send('refunded')
  },
}

/** One order, its payment and what the gateway sends about it. */
class Trial {
  readonly funding: Funding
  #second = FIRST_SECOND
  #subject: string

  private constructor(
    readonly test: AdminForTest,
    readonly gateway: string,
    readonly of: { readonly accountId: string; readonly orderId: string; readonly number: number },
  ) {
    this.funding = test.host.get(Funding)
    this.#subject = of.orderId
  }

  static async open(test: AdminForTest, gateway: string, number: number): Promise<Trial> {
    const { id: accountId } = await test.account('customer')
    const order = { accountId, environment, amount: PAID, gateway, actor } as const
    const { id: orderId } = await test.host.get(Funding).openOrder(order)
    return new Trial(test, gateway, { accountId, orderId, number })
  }

  get accountId(): string {
    return this.of.accountId
  }
  get orderId(): string {
    return this.of.orderId
  }
  /** A number of this trial alone. */
  number(place: number): number {
    return this.of.number * 10 + place
  }
  get paymentId(): string {
    return GATEWAY_BODIES[this.gateway]?.paymentId(this.number(1)) ?? ''
  }

  /** Sends the gateway's first event that is read so, or this one. */
  async send(readAs: string, more: Partial<EventFacts> = {}, row = this.#first(readAs)): Promise<number> {
    return await this.post(this.bodyOf(row, more))
  }
  async sendAll(...events: readonly string[]): Promise<void> {
    for (const event of events) await this.send(event)
  }
  bodyOf(row: Pick<GatewayEventRow, 'event' | 'field'>, more: Partial<EventFacts> = {}): string {
    this.#second += 1
    const ids = { payment: this.number(1), refund: this.number(2), dispute: this.number(3) }
    const facts = { orderId: this.orderId, ...ids, paid: PAID, refunded: REFUNDED, second: this.#second, ...more }
    return GATEWAY_BODIES[this.gateway]?.bodyOf(row, facts) ?? ''
  }
  async post(body: string): Promise<number> {
    const headers = GATEWAY_BODIES[this.gateway]?.sign(body, new Date()) ?? {}
    const reply = await this.test.app.inject({
      method: 'POST',
      url: `/gateways/${this.gateway}/callback`,
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    return reply.statusCode
  }
  /** A payment that named no order was assigned, and waits for its approval. */
  async assign(): Promise<void> {
    await this.send('captured', { orderId: null })
    const [item] = await this.funding.suspense('open', this.paymentId)
    const assigned = { id: item?.id ?? '', accountId: this.accountId, environment, actor } as const
    this.#subject = (await this.funding.assignSuspense(assigned)).id
  }

  async standing() {
    const { balance, owed } = await this.test.host.get(Wallet).balance(this.accountId, environment)
    const { state, reversed } = await this.funding.get(this.#subject)
    const account = await this.test.host.get(Accounts).get(this.accountId)
    return {
      wallet: micro(balance - owed),
      order: state,
      account: account?.status,
      alert: await this.#alert(),
      reversed,
    }
  }

  async #alert(): Promise<string> {
    if ((await this.funding.suspense('open', this.paymentId)).length > 0) return 'suspense'
    const { items } = await this.funding.list({
      accountIds: [this.accountId],
      queue: 'disputes',
      cursor: null,
      limit: 9,
    })
    return items.some(({ id }) => id === this.#subject) ? 'disputes' : 'none'
  }

  #first(readAs: string): GatewayEventRow {
    const row = EVENTS.find((one) => one.gateway === this.gateway && one.readAs === readAs)
    if (!row) throw new Error(`${this.gateway} has no event that is read as ${readAs}`)
    return row
  }
}

/** A change in rupees, as the table writes it. */
const rupees = (text: string): Money => {
  const amount = Price.parse(text.replace(/^[+-]/, ''))
  return text.startsWith('-') ? micro(-amount) : amount
}

let trials = 100
const openTest = async (engine: 'sqlite3' | 'pg') => {
  const place = await databaseOn(engine)
  const test = await adminForTest({
    database: place.options,
    plugins: [
      razorpayPlugin(),
      cashfreePlugin(),
      stripePlugin(),
      funding({
        gateways: {
          razorpay: razorpay.use({ webhookSecret: GATEWAY_SECRET }),
          cashfree: cashfree.use({ clientSecret: GATEWAY_SECRET }),
          stripe: stripe.use({ webhookSecret: GATEWAY_SECRET }),
        },
      }),
    ],
  })
  return { test, place }
}

describe.each([
  ['sqlite3', GATEWAYS],
  ['pg', ['razorpay']],
] as const)('on %s', (engine, gateways) => {
  let opened: Awaited<ReturnType<typeof openTest>>
  beforeAll(async () => {
    opened = await openTest(engine)
  })
  afterAll(async () => {
    await opened.test.close()
    await opened.place.drop()
  })
  const open = (gateway: string) => {
    trials += 1
    return Trial.open(opened.test, gateway, trials)
  }

  describe.each(gateways)('the documented events of %s', (gateway) => {
    const rows = EVENTS.filter((row) => row.gateway === gateway)
    it.each(EFFECTS.map((row) => [row.event, row.before, row] as const))(
      'do what the table says of %s after "%s", once',
      async (_, before, effect) => {
        const read = rows.filter(({ readAs }) => readAs === effect.event)
        expect(read).not.toEqual([])
        // On PostgreSQL one event for each row.
        for (const row of engine === 'pg' ? read.slice(0, 1) : read)
          await tryRow(await open(gateway), row, effect, before)
      },
    )
  })

  it('keep the ledger whole', async () => {
    expect((await opened.test.host.get(Store).ledger.verify()).broken).toEqual([])
  })
})

async function tryRow(trial: Trial, row: GatewayEventRow, effect: EffectRow, before: string): Promise<void> {
  await BEFORE[before]?.(trial)
  expect(Object.keys(BEFORE)).toContain(before)
  const { wallet } = await trial.standing()
  const body = trial.bodyOf(
    row,
    before === 'part refunded' && row.readAs === 'refunded' ? { refund: trial.number(9) } : {},
  )
  // The gateway repeats it, at once and later.
  const statuses = await Promise.all([trial.post(body), trial.post(body)])
  expect([...statuses, await trial.post(body)]).toEqual([200, 200, 200])
  const after = await trial.standing()
  const change = micro(after.wallet - wallet)
  expect({ row: row.event, change, order: after.order, account: after.account, alert: after.alert }).toEqual({
    row: row.event,
    change: rupees(effect.wallet),
    order: effect.order,
    account: effect.account,
    alert: effect.alert,
  })
}
