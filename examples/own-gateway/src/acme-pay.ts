import { definePlugin, Paise, readCallback } from '@parakh/core'
import { GatewaySecrets, PaymentGateways } from '@parakh/funding/contract'
import * as z from 'zod'

/** The one event of Acme Pay. */
const Paid = z.object({ payment: z.string().regex(/^acme_\w{1,40}$/), funding: z.string(), paise: Paise })

/** Payments by Acme Pay, which signs the body of each callback by HMAC-SHA256 in hexadecimal. */
const acmePay = PaymentGateways.driver({
  id: 'acme-pay',
  options: z.object({ webhookSecret: GatewaySecrets }),
  needs: {},
  make: ({ options: { webhookSecret } }) => ({
    read({ headers, body, hmac, equal }) {
      const signature = headers['x-acme-signature'] ?? ''
      if (!webhookSecret.some((secret) => equal(hmac('sha256', secret, body), signature))) return null
      const paid = readCallback(Paid, body)
      if (!paid) return { kind: 'malformed' }
      const { payment: paymentId, funding: reference, paise: amount } = paid
      return { kind: 'captured', paymentId, amount, currency: 'INR', reference, utr: null }
    },
  }),
})

export default definePlugin({ id: 'acme-pay', contract: 1, contributes: [acmePay] })
