import { expect, it } from 'vitest'
import { checkGateway, type GatewayTrial } from './check-gateway.ts'

/**
 * The suite of a payment gateway: see `checkGateway`.
 *
 * @example
 * testGateway('acme pay', {
 *   gateway: acmePay({ secret: 'whsec-of-a-test-0001' }),
 *   sign: (body) => ({ 'x-acme-signature': createHmac('sha256', 'whsec-of-a-test-0001').update(body).digest('hex') }),
 *   samples: [{ body: recorded, event: { kind: 'captured', … } }],
 * })
 */
export function testGateway(name: string, trial: GatewayTrial): void {
  it(`the payment gateway ${name} keeps to its contract`, () => {
    expect(checkGateway(trial)).toEqual([])
  })
}
