import { randomBytes } from 'node:crypto'
import { webhooksErrors } from '../error-codes.ts'

const PREFIX = 'whsec_'
const NEW_BYTES = 32
const [LEAST_BYTES, MOST_BYTES] = [24, 64]

/** A new secret, as it is shown: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => `${PREFIX}${randomBytes(NEW_BYTES).toString('base64')}`

/**
 * The key that a shown secret stands for (Standard Webhooks).
 *
 * @throws `WEBHOOK_SECRET_INVALID`
 */
export function keyOf(secret: string): Buffer {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : ''
  const key = Buffer.from(text, 'base64')
  if (key.length < LEAST_BYTES || key.length > MOST_BYTES || key.toString('base64') !== text)
    throw webhooksErrors.error('WEBHOOK_SECRET_INVALID')
  return key
}
