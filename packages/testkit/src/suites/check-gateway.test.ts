import { createHmac } from 'node:crypto'
import { inr } from '@parakh/core'
import type { GatewayEvent, PaymentGateway } from '@parakh/funding/contract'
import { expect, it } from 'vitest'
import { checkGateway } from './check-gateway.ts'
import { testGateway } from './test-gateway.ts'

const sign = (body: string) => ({ 'x-signature': createHmac('sha256', 'secret').update(body).digest('hex') })
const payment: GatewayEvent = {
  ...{ kind: 'captured', paymentId: 'pay_1', amount: inr('5'), currency: 'INR', reference: 'f1', utr: null },
}
const body = JSON.stringify({ paid: 'pay_1' })
const samples = [{ body, event: payment }]

const isGenuine: PaymentGateway['read'] = ({ headers, body: bytes }) =>
  headers['x-signature'] === createHmac('sha256', 'secret').update(bytes).digest('hex') ? { kind: 'ignored' } : null
const read: PaymentGateway['read'] = (callback) => {
  if (!isGenuine(callback)) return null
  return Buffer.from(callback.body).toString() === body ? payment : { kind: 'malformed' }
}
const faultsOf = (gateway: Partial<PaymentGateway>) => checkGateway({ gateway: { read, ...gateway }, sign, samples })

testGateway('that is good', { gateway: { read }, sign, samples })

it.each<[string, Partial<PaymentGateway>]>([
  ['is taken for genuine without a signature', { read: () => payment }],
  [
    'is taken for genuine with half a signature',
    {
      read: (callback) =>
        sign(Buffer.from(callback.body).toString())['x-signature'].startsWith(callback.headers['x-signature'] ?? '-')
          ? payment
          : null,
    },
  ],
  [
    'is taken for genuine with a line break after its body',
    {
      read: ({ body: bytes, ...given }) => read({ ...given, body: Buffer.from(Buffer.from(bytes).toString().trim()) }),
    },
  ],
  [
    'throws at signed nonsense',
    {
      read: (callback) => {
        if (!isGenuine(callback)) return null
        JSON.parse(Buffer.from(callback.body).toString())
        return payment
      },
    },
  ],
  ['is read as {"kind":"ignored"}', { read: isGenuine }],
  [
    '(drop paid) is read as {"kind":"ignored"}',
    { read: (callback) => (read(callback)?.kind === 'malformed' ? { kind: 'ignored' } : read(callback)) },
  ],
  [
    '(null paid) is refused, although it is signed',
    { read: (callback) => (read(callback)?.kind === 'malformed' ? null : read(callback)) },
  ],
])('finds a gateway of which a sample of captured %s', (fault, gateway) => {
  expect(faultsOf(gateway).join('\n')).toContain(fault)
})

it('finds an amount that is no whole paise, and a trial without a payment', () => {
  const rupees = { ...payment, amount: 5 as ReturnType<typeof inr> }
  const told = checkGateway({ gateway: { read: () => rupees }, sign, samples: [{ body, event: rupees }] })
  expect(told.join('\n')).toContain('whole paise')
  expect(checkGateway({ gateway: { read }, sign, samples: [] })).toContain('there is no sample of a captured payment')
})

const dated = (text: string, at: Date) => ({ ...sign(`${at.getTime()}${text}`), 'x-time': `${at.getTime()}` })
const readDated =
  (staleMs: number, signedText: (time: string, text: string) => string): PaymentGateway['read'] =>
  ({ headers, body: bytes, at, equal }) => {
    const [time = '', text] = [headers['x-time'], Buffer.from(bytes).toString()]
    const { 'x-signature': genuine } = sign(signedText(time, text))
    if (!equal(genuine, headers['x-signature'] ?? '') || at.getTime() - Number(time) > staleMs) return null
    return text === body ? payment : { kind: 'malformed' }
  }
const datedTrial = (read: PaymentGateway['read']) => ({
  gateway: { read },
  sign: dated,
  staleAfterSeconds: 300,
  samples,
})

testGateway('that signs the time', datedTrial(readDated(300_000, (time, text) => time + text)))

it.each<[string, PaymentGateway['read']]>([
  ['is taken for genuine when it is stale', readDated(301_000, (time, text) => time + text)],
  ['is refused before it is stale', readDated(299_000, (time, text) => time + text)],
])('finds a gateway of which a sample %s', (fault, readLate) => {
  expect(checkGateway(datedTrial(readLate)).join('\n')).toContain(fault)
})

it('finds a gateway that does not sign the time', () => {
  const trial = {
    ...datedTrial(readDated(300_000, (_, text) => text)),
    sign: (text: string, at: Date) => ({ ...sign(text), 'x-time': `${at.getTime()}`, 'x-trace': `${at}` }),
  }
  expect(checkGateway(trial).join('\n')).toContain('is taken for genuine with another x-time')
})
