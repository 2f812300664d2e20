import { defineProvider, operation } from '@parakh/core'
import * as z from 'zod'

/** How many digits a code has. */
export const CODE_DIGITS = 6

/** A one-time password: six decimal digits. */
export const Code = z.string().regex(/^[0-9]{6}$/, 'must be six digits')

/** Where a code goes. The longest address that can be delivered to has 254 characters (RFC 5321). */
export const Address = z.email('must be an e-mail address').max(254, 'must be at most 254 characters')

/** One code on its way to one person. A sender uses `text` as it is, or `code` in a text of its own. */
export const Message = z.object({
  to: Address,
  code: Code,
  expires_in: z.int().min(1).describe('For how many seconds the code holds'),
  subject: z.string().describe('One line, the brand filled in'),
  text: z.string().describe('The whole text, code and brand filled in'),
})

/**
 * What the plugin asks of the world: that one code be sent, by mail or otherwise.
 *
 * Sending is a write. It is marked before any byte of it leaves, and it is tried again or handed to the next provider only where
 * none left, so that one call never sends two codes. The definite no (`null`) means that nobody can be reached there, permanently. A
 * provider in code says with `status` what became of a code whose sending is in doubt; `null` there counts it as not sent: the
 * caller is not charged, and whoever asks again gets another code.
 *
 * @example
 * const mine = OtpProvider.implement({
 *   id: 'mine', options: z.object({ token: z.string() }),
 *   make: ({ options }) => ({ send: { send: async ({ to, text }) => post(to, text, options.token), status: async () => null } }),
 * })
 */
export const OtpProvider = defineProvider('otp', {
  /** Sends one code (send-otp). */
  send: operation({
    effect: 'write',
    input: Message,
    output: z.object({ accepted: z.literal(true).describe('The sender has taken the code over') }),
  }),
})
