import { createHmac } from 'node:crypto'
import { type GatewayEvent, inr, type PaymentGateway } from '@parakh/core'
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
  return Buffer.from(callback.body).toString() === body ? payment : { kind: 'ignored' }
}
const faultsOf = (gateway: Partial<PaymentGateway>) =>
  checkGateway({ gateway: { name: 'good', read, ...gateway }, sign, samples })

testGateway('that is good', { gateway: { name: 'good', read }, sign, samples })

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
      read: ({ headers, body: bytes }) => read({ headers, body: Buffer.from(Buffer.from(bytes).toString().trim()) }),
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
  ['its name Not/One', { name: 'Not/One' }],
])('finds a gateway of which a sample %s', (fault, gateway) => {
  expect(faultsOf(gateway).join('\n')).toContain(fault)
})

it('finds an amount that is no whole paise, and a trial without a payment', () => {
  const rupees = { ...payment, amount: 5 as ReturnType<typeof inr> }
  const told = checkGateway({ gateway: { name: 'x', read: () => rupees }, sign, samples: [{ body, event: rupees }] })
  expect(told.join('\n')).toContain('whole paise')
  expect(checkGateway({ gateway: { name: 'x', read }, sign, samples: [] })).toContain(
    'there is no sample of a captured payment',
  )
})
