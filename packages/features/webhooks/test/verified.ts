import { Webhook } from 'standardwebhooks'
import * as z from 'zod'
import type { Posting } from './webhook-receiver.ts'

/** The type of a posted event, whose signature a library verifies. @throws Where it does not. */
export function verifiedType(secret: string, { body, headers }: Posting): string {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
  const event: unknown = new Webhook(secret).verify(body, Object.fromEntries(texts))
  return z.object({ type: z.string() }).parse(event).type
}
