import { AuthSchemes, definePlugin } from '@parakh/core'
import * as z from 'zod'

const Account = z.object({ accountId: z.string(), environment: z.enum(['sandbox', 'production']) })
const Partner = z.object({ ...Account.shape, secret: z.string().min(32) })
const TOLERANCE_SECONDS = 300
const sent = (name: string) => ({ type: 'apiKey', in: 'header', name }) as const

/** `X-Signature`: HMAC-SHA256 in hexadecimal over `time.nonce`, method, target and body, a line each, by the partner's secret. */
const hmac = AuthSchemes.driver({
  id: 'hmac',
  options: z.object({ partners: z.record(z.string(), Partner).transform((all) => new Map(Object.entries(all))) }),
  needs: {},
  make: ({ options: { partners } }) => ({
    proves: 'external',
    reads: ['body'],
    refusal: 'INVALID_SIGNATURE',
    describes: () => ({ Partner: sent('X-Partner'), Signed: sent('X-Signed'), Signature: sent('X-Signature') }),
    claims: (request) => request.header('x-signature') !== null,
    async identify(request) {
      const { method, target, at } = request
      const [subject, signed] = [request.header('x-partner') ?? '', request.header('x-signed') ?? '']
      const partner = partners.get(subject)
      const age = Math.abs(at.getTime() / 1000 - Number(signed.split('.')[0]))
      if (!partner || !(age <= TOLERANCE_SECONDS)) return { kind: 'refused' }
      const expected = request.hmac('sha256', partner.secret, `${signed}\n${method}\n${target}\n`, request.body())
      if (!request.equal(expected, request.header('x-signature') ?? '')) return { kind: 'refused' }
      const isFirst = await request.once(`${subject} ${signed}`, 2 * TOLERANCE_SECONDS)
      return isFirst ? { kind: 'external', ...Account.parse(partner), subject, version: 1 } : { kind: 'refused' }
    },
  }),
})

export default definePlugin({ id: 'hmac-auth', contract: 1, contributes: [hmac] })
