import type { ClientCredentialsSchema, HttpReply } from '@parakh/core'
import * as z from 'zod'
import type { ExchangeRequest } from '../exchange/exchange.ts'
import { HttpTrouble } from '../exchange/http-trouble.ts'
import { parseJson } from '../exchange/json.ts'
import { statusTrouble } from '../exchange/status.ts'

/** How tokens are fetched. */
export type DescribedCredentials = z.output<typeof ClientCredentialsSchema>

const Granted = z.object({
  access_token: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .max(16_384),
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .optional(),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
})
/** What RFC 6749 section 5.2 lets a token endpoint say; another text is never shown. */
const Refused = z.object({
  error: z.enum([
    'invalid_request',
    'invalid_client',
    'invalid_grant',
    'unauthorized_client',
    'unsupported_grant_type',
    'invalid_scope',
  ]),
})

/** The request for a token: RFC 6749 sections 2.3.1 and 4.4.2. */
export function tokenRequest(described: DescribedCredentials): ExchangeRequest {
  const { tokenUrl, clientId, clientSecret, scope, audience, clientAuthentication } = described
  const { pathname, search } = new URL(tokenUrl)
  const inBody = clientAuthentication === 'body'
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(scope === undefined ? {} : { scope }),
    ...(audience === undefined ? {} : { audience }),
    ...(inBody ? { client_id: clientId, client_secret: clientSecret } : {}),
  })
  const basic = Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64')
  return {
    method: 'POST',
    path: pathname + search,
    headers: {
      ...{ accept: 'application/json', 'user-agent': 'parakh', 'accept-encoding': 'identity' },
      'content-type': 'application/x-www-form-urlencoded',
      ...(inBody ? {} : { authorization: `Basic ${basic}` }),
    },
    body: form.toString(),
  }
}

const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

/**
 * Reads the reply of a token endpoint.
 *
 * @throws HttpTrouble `denied` where it refuses us, `throttled`, else `unavailable`.
 */
export function readToken({ status, body }: HttpReply, provider: string): z.output<typeof Granted> {
  const parsed = parseJson(body)
  const value = parsed.ok ? parsed.value : null
  const trouble = (kind: HttpTrouble['trouble'], reason: string) =>
    new HttpTrouble(kind, `${provider}: no token, HTTP ${status}`, { sent: false, reason })
  if (status >= 200 && status < 300) {
    const granted = Granted.safeParse(value)
    if (granted.success) return granted.data
    throw trouble('unavailable', 'unusable')
  }
  const passing = statusTrouble(status)
  if (passing === 'throttled' || passing === 'unavailable') throw trouble(passing, `http_${status}`)
  // A redirect is not followed: the secret goes nowhere else.
  if (status < 400) throw trouble('unavailable', `http_${status}`)
  const refused = Refused.safeParse(value)
  throw trouble('denied', refused.success ? refused.data.error : `http_${status}`)
}
