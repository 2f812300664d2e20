import { createHmac } from 'node:crypto'
import { Accounts, inr, type Money, micro, Store, Wallet } from '@parakh/core'
import funding from '@parakh/funding'
import { Funding } from '@parakh/funding/contract'
import cashfreePlugin, { cashfree } from '@parakh/gateway-cashfree'
import razorpayPlugin, { razorpay } from '@parakh/gateway-razorpay'
import stripePlugin, { stripe } from '@parakh/gateway-stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { GATEWAY_BODIES, GATEWAY_SECRET } from '../../test/gateway-bodies.ts'
import { gatewayEventRows } from '../../test/gateway-event-table.ts'
import { type PaymentEvent, paymentAfter } from '../../test/payment-model.ts'

const environment = 'production'
const actor = 'asha'
const PAID = inr('500')
const FIRST_SECOND = 1_763_460_000
const GATEWAYS = Object.keys(GATEWAY_BODIES)
const ROWS = gatewayEventRows()
const [SEQUENCES, BATCH, FORGERIES] = [300, 25, 100]
/** What a payment may meet after it is captured, the more frequent the more often. */
const KINDS =
  'refunded,refunded,refund failed,inquiry,opened,opened,lost,lost,won,won,closed,noted,failed,captured'.split(',')
const AMOUNTS = [inr('500'), inr('300'), inr('200'), inr('120.50')] as const

/** Repeatable random integers from 0 to below `limit`. */
function randomIntegers(seed: number) {
  let state = seed
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const digest = (encoding: 'hex' | 'base64', ...parts: readonly (string | Buffer)[]): string =>
  parts.reduce((hmac, part) => hmac.update(part), createHmac('sha256', GATEWAY_SECRET)).digest(encoding)

type Signer = (body: Buffer, at?: number) => Record<string, string>
/** The signature headers of each gateway, as its documentation describes them. */
const SIGN: Readonly<Record<string, Signer>> = {
  razorpay: (body) => ({ 'x-razorpay-signature': digest('hex', body) }),
  cashfree: (body, at = Date.now()) => ({
    'x-webhook-timestamp': `${at}`,
    'x-webhook-signature': digest('base64', `${at}`, body),
  }),
  stripe(body, at = Date.now()) {
    const second = Math.floor(at / 1_000)
    return { 'stripe-signature': `t=${second},v1=${digest('hex', `${second}.`, body)}` }
  },
}

function signerOf(gateway: string): Signer {
  const sign = SIGN[gateway]
  if (!sign) throw new Error(`${gateway} has no signature here`)
  return sign
}

let test: AdminForTest
let payments = 500_000
beforeAll(async () => {
  test = await adminForTest({
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
})
afterAll(() => test.close())

const post = async (gateway: string, body: Buffer, headers: Readonly<Record<string, string>>): Promise<number> => {
  const sent = { 'content-type': 'application/json', ...headers }
  const url = `/gateways/${gateway}/callback`
  return (await test.app.inject({ method: 'POST', url, payload: body, headers: sent })).statusCode
}
const send = (gateway: string, body: string | Buffer): Promise<number> => {
  const bytes = Buffer.from(body)
  return post(gateway, bytes, signerOf(gateway)(bytes))
}

/** An order of ₹500, and the bodies of its payment's events. */
async function openOrder(gateway: string) {
  payments += 10
  const payment = payments
  const { id: accountId } = await test.account('customer')
  const { id: orderId } = await test.host
    .get(Funding)
    .openOrder({ accountId, environment, amount: PAID, gateway, actor })
  /** @param pick Chooses one of the events that are read so. */
  const bodyOf = ({ readAs, id, amount, second }: PaymentEvent, pick = 0): string => {
    const rows = ROWS.filter((row) => row.gateway === gateway && row.readAs === readAs)
    const row = rows[pick % rows.length]
    if (!row) throw new Error(`${gateway} has no event that is read as ${readAs}`)
    const isDispute = ['inquiry', 'opened', 'lost', 'won', 'closed'].includes(readAs)
    const facts = { orderId, payment, refund: payment + id, dispute: payment + id, refunded: amount, second }
    return GATEWAY_BODIES[gateway]?.bodyOf(row, { ...facts, paid: isDispute ? amount : PAID }) ?? ''
  }
  const standing = async () => {
    const { balance, owed } = await test.host.get(Wallet).balance(accountId, environment)
    const { state: order } = await test.host.get(Funding).get(orderId)
    const account = (await test.host.get(Accounts).get(accountId))?.status
    return { wallet: micro(balance - owed), order, account }
  }
  return { bodyOf, standing }
}
const captured: PaymentEvent = { readAs: 'captured', id: 0, amount: PAID, second: FIRST_SECOND }

/** The events of one payment in the order of their times: refunds and disputes have two ids each. */
function eventsOf(random: (limit: number) => number): readonly PaymentEvent[] {
  const amounts = [1, 2, 3, 4].map((): Money => AMOUNTS[random(AMOUNTS.length)] ?? PAID)
  return Array.from({ length: 1 + random(4) }, (_, place) => {
    const readAs = KINDS[random(KINDS.length)] ?? ''
    // A refund has one amount; a dispute may be decided for another amount later.
    const id = readAs.startsWith('refund') ? 1 + random(2) : 3 + (random(4) === 0 ? 1 : 0)
    const amount = id < 3 ? (amounts[id] ?? PAID) : (amounts[random(amounts.length)] ?? PAID)
    return { readAs, id, amount, second: FIRST_SECOND + 1 + place }
  })
}

function shuffled<T>(items: readonly T[], random: (limit: number) => number): T[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(random(rest.length), 1))
}

/** Sends a payment's events in a random order, some again and some at once. @returns What went wrong; null: nothing. */
async function trySequence(gateway: string, seed: number): Promise<object | null> {
  const random = randomIntegers(seed)
  const events = eventsOf(random)
  const order = await openOrder(gateway)
  const sent = [captured, ...events].map((event) => ({ event, body: order.bodyOf(event, random(9)) }))
  const repeated = sent.filter(() => random(5) === 0)
  const queue = shuffled([...sent, ...repeated], random)
  const statuses: number[] = []
  while (queue.length > 0) {
    const atOnce = queue.splice(0, random(3) === 0 ? 3 : 1)
    statuses.push(...(await Promise.all(atOnce.map(({ body }) => send(gateway, body)))))
  }
  const expected = paymentAfter(PAID, events)
  const account = ['disputed', 'charged_back'].includes(expected.order) ? 'suspended' : 'active'
  const after = await order.standing()
  const isRight =
    statuses.every((status) => status === 200) &&
    after.wallet === expected.wallet &&
    after.order === expected.order &&
    after.account === account
  return isRight ? null : { seed, events, expected: { ...expected, account }, after, statuses }
}

describe.each(GATEWAYS)('%s', (gateway) => {
  const seeds = Array.from({ length: SEQUENCES / BATCH }, (_, place) => place)
  it.each(seeds)('leaves the wallet as the events mean it, in every order, batch %i', async (batch) => {
    const trials = Array.from({ length: BATCH }, (_, place) => trySequence(gateway, 1 + batch * BATCH + place))
    expect((await Promise.all(trials)).filter((fault) => fault !== null)).toEqual([])
  })

  it('answers 200 to malformed signed bodies, and credits none', async () => {
    const order = await openOrder(gateway)
    const bodies = malformedBodies(order.bodyOf(captured))
    expect(bodies.length).toBeGreaterThanOrEqual(FORGERIES)
    for (const body of bodies) {
      const status = await send(gateway, body)
      const { wallet } = await order.standing()
      expect({ body: body.toString('latin1').slice(0, 200), status, wallet }).toMatchObject({ status: 200, wallet: 0 })
    }
  })

  it('refuses every wrong signature, and credits none', async () => {
    const order = await openOrder(gateway)
    const body = Buffer.from(order.bodyOf(captured))
    const forgeries = forgedHeaders(gateway, body)
    expect(forgeries.length).toBeGreaterThanOrEqual(FORGERIES)
    for (const headers of forgeries)
      expect({ headers, status: await post(gateway, body, headers) }).toMatchObject({ status: 401 })
    expect(await order.standing()).toEqual({ wallet: 0, order: 'pending', account: 'active' })
  })
})

it('keeps the ledger whole', async () => {
  expect((await test.host.get(Store).ledger.verify()).broken).toEqual([])
})

/** Bodies that cannot be read as a payment, from the body of a payment. */
function malformedBodies(body: string): readonly Buffer[] {
  const truncated = Array.from({ length: 40 }, (_, place) => body.slice(0, Math.floor((place * body.length) / 40)))
  const values = ['-1', '0', '1e400', '0.001', '9007199254740993', '"x"', '[]', '{}', 'true', 'null', '"\\u0000"']
  const amounts = values.map((value) =>
    body.replace(/("(?:amount|payment_amount|amount_received)":)\d+/g, `$1${value}`),
  )
  const types = values.map((value) => body.replace(/("(?:event|type)":)"[^"]*"/, `$1${value}`))
  const ids = values
    .filter((value) => value !== '"x"')
    .map((value) =>
      body.replace(/("(?:id|cf_payment_id|latest_charge)":)"?(?:pay_|ch_)?\d+"?/g, `$1${value === '0' ? '-1' : value}`),
    )
  const parts = values.map((value) => body.replace(/("(?:payload|data)":)\{.*\}/, `$1${value}`))
  const whole = ['', ' ', '\n', 'null', 'true', '0', '"text"', '[]', '{}', '{"', '[[[[', 'NaN', 'undefined', "{'a':1}"]
  const strange = [
    '{"__proto__":{"event":"payment.captured"}}',
    '{"constructor":{"prototype":{}}}',
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
    `[${body}]`,
    JSON.stringify(body),
    `${body}${body}`,
    `${body},`,
    body.replaceAll('"', '\\"'),
  ]
  const bytes = [Buffer.from([0xff, 0xfe, 0x00]), Buffer.alloc(1_000, 0x00), Buffer.from(body, 'utf16le')]
  return [
    ...[...truncated, ...amounts, ...types, ...ids, ...parts, ...whole, ...strange].map((text) => Buffer.from(text)),
    ...bytes,
  ]
}

/** Headers that do not sign a body. */
function forgedHeaders(gateway: string, body: Buffer): readonly Record<string, string>[] {
  const sign = signerOf(gateway)
  const genuine = sign(body)
  const [name = '', signature = ''] = Object.entries(genuine).at(-1) ?? []
  const withSignature = (text: string) => ({ ...genuine, [name]: text })
  const start = signature.indexOf('v1=') < 0 ? 0 : signature.indexOf('v1=') + 3
  const changed = Array.from({ length: 60 }, (_, place) => {
    const at = start + (place % 42)
    const other = signature[at] === 'a' ? 'b' : 'a'
    return withSignature(`${signature.slice(0, at)}${place < 42 ? other : ''}${signature.slice(at + 1)}`)
  })
  const value = signature.slice(start)
  const wrapped = ['', ' ', '=', ',', 'null', '0', value.slice(1), `${value}0`, `0${value}`, value.repeat(2)]
  const replaced = wrapped.map((text) => withSignature(`${signature.slice(0, start)}${text}`))
  const secrets = ['', 'undefined', 'null', `${GATEWAY_SECRET} `, GATEWAY_SECRET.slice(1), GATEWAY_SECRET.toUpperCase()]
  const otherSecrets = secrets.flatMap((secret) =>
    (['hex', 'base64'] as const).map((encoding) =>
      withSignature(`${signature.slice(0, start)}${createHmac('sha256', secret).update(body).digest(encoding)}`),
    ),
  )
  const bodies = [body.subarray(1), body.subarray(0, -1), Buffer.concat([body, Buffer.from(' ')]), Buffer.from('')]
  const otherBodies = bodies.map((other) => sign(other))
  const algorithms = ['md5', 'sha1', 'sha512'].map((algorithm) =>
    withSignature(`${signature.slice(0, start)}${createHmac(algorithm, GATEWAY_SECRET).update(body).digest('hex')}`),
  )
  const missing: Record<string, string>[] = [{}, { signature: value }, { [`${name}-2`]: signature }]
  return [
    ...changed,
    ...replaced,
    ...otherSecrets,
    ...otherBodies,
    ...algorithms,
    ...missing,
    ...timeForgeries(gateway, body),
  ]
}

/** Signatures with another time than they sign, or too old a one. Razorpay signs no time. */
function timeForgeries(gateway: string, body: Buffer): readonly Record<string, string>[] {
  const now = Date.now()
  const ages = [1_000, 60_000, 3_600_000]
  const sign = signerOf(gateway)
  if (gateway === 'stripe') {
    const stale = [301, 600, 86_400, 10_000_000].map((seconds) => sign(body, now - seconds * 1_000 - 1_000))
    const [, value = ''] = /v1=(\w+)/.exec(sign(body, now)['stripe-signature'] ?? '') ?? []
    const second = Math.floor(now / 1_000)
    const moved = [second - 1, second + 1, '', 'x', '-1', '1e9', `0x${second.toString(16)}`].map(
      (time) => `t=${time},v1=${value}`,
    )
    const schemes = [
      `t=${second},v0=${value}`,
      `v1=${value}`,
      value,
      `t=${second};v1=${value}`,
      `t=${second},V1=${value}`,
    ]
    return [...stale, ...[...moved, ...schemes].map((text) => ({ 'stripe-signature': text }))]
  }
  if (gateway !== 'cashfree')
    return ages.flatMap((age) => [
      { 'x-razorpay-signature': digest('hex', `${now - age}.`, body) },
      { 'x-razorpay-signature': digest('base64', body) },
      { 'x-razorpay-signature': digest('hex', body).toUpperCase() },
    ])
  const stale = [8, 30, 365].map((days) => sign(body, now - days * 86_400_000))
  const { 'x-webhook-signature': signature = '' } = sign(body, now)
  const moved = ages.flatMap((age) => [now - age, now + age])
  const times = [...moved, '', 'x', '-1', `${now}.0`, `${now}0`].map((time) => `${time}`)
  return [
    ...stale,
    ...times.map((time) => ({ 'x-webhook-timestamp': time, 'x-webhook-signature': signature })),
    { 'x-webhook-signature': signature },
    { 'x-webhook-timestamp': `${now}`, 'x-webhook-signature': digest('base64', body) },
  ]
}
