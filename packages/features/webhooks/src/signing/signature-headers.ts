import { createHmac } from 'node:crypto'
import { keyOf } from './secret.ts'

/** What is signed, and with what. */
export interface Signing {
  /** The id of the event: the same at each attempt. */
  readonly id: string
  /** Of this attempt, in whole seconds since 1970. */
  readonly timestamp: number
  readonly body: Uint8Array
  /** As it is shown: `whsec_…`. */
  readonly secret: string
  /** During a rotation the new one, as it is shown. */
  readonly nextSecret: string | null
}

/**
 * The headers that prove who posts (decisions.md section 9): those of Standard Webhooks 1.0, and `X-Signature` with `X-Timestamp`. One
 * secret gives two digests: Standard Webhooks decodes it, `X-Signature` is keyed by its text. During a rotation `webhook-signature` has
 * both signatures, `X-Signature` is by the old secret, and `X-Signature-Next` by the new one.
 *
 * @throws `WEBHOOK_SECRET_INVALID`
 * @example
 * signatureHeaders({ id: event.id, timestamp: 1_700_000_000, body, secret: 'whsec_…', nextSecret: null })
 */
export function signatureHeaders({
  id,
  timestamp,
  body,
  secret,
  nextSecret,
}: Signing): Readonly<Record<string, string>> {
  const standard = (one: string): string =>
    `v1,${createHmac('sha256', keyOf(one)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  const plain = (one: string): string => createHmac('sha256', one).update(`${timestamp}.`).update(body).digest('hex')
  return {
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': [secret, ...(nextSecret === null ? [] : [nextSecret])].map(standard).join(' '),
    'x-timestamp': `${timestamp}`,
    'x-signature': plain(secret),
    ...(nextSecret === null ? {} : { 'x-signature-next': plain(nextSecret) }),
  }
}

/** The names of the headers that prove who posts, but `X-Signature-Next`, which is there during a rotation alone. */
export const POSTED_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-timestamp', 'x-signature']
