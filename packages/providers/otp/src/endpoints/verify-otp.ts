import { Clock, defineEndpoint, Secrets, zero } from '@parakh/core'
import * as z from 'zod'
import { boundTo, Codes, SANDBOX_CODE } from '../codes.ts'
import { Code } from '../contract.ts'
import { otpEnvelope } from '../dialect.ts'
import { OtpSettings } from '../settings.ts'

/** Codes that stand in the sandbox, for the catalogue. They do not end and do not wear out; their hash is never looked at. */
const stored = (id: string, attempts: number) => ({ id, hash: 'sandbox', attempts, expires_at: null })
const GIVEN = {
  codes: [
    stored('sandbox-otp', 0),
    stored('sandbox-otp-2', 0),
    stored('sandbox-otp-last-attempt', 4),
    stored('sandbox-otp-exhausted', 10),
    { ...stored('sandbox-otp-used', 1), state: 'used' as const },
    { ...stored('sandbox-otp-expired', 0), expires_at: '2020-01-01T00:00:00.000Z' },
  ],
}

/**
 * `POST {otp_url}/docs/api/v1/verify-otp`: checks a code, for nothing (decisions.md section 8).
 *
 * A wrong code is an answer, `verified: false`, because only an answer is recorded, and each try counts. Tries at the same
 * time change one record: one of them counts, the others are checked again after it, so that five tries are five in whatever
 * order they come, and a right code is right once.
 */
export const verifyOtp = defineEndpoint({
  id: 'verify-otp',
  method: 'POST',
  path: '/verify-otp',
  group: 'One-time password',
  summary: 'Check a one-time password',
  envelope: otpEnvelope('OTP checked'),
  price: zero,
  request: z.object({
    otp_id: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be an otp_id of send-otp')
      .describe('The otp_id of send-otp'),
    otp: Code.describe('The six digits'),
  }),
  data: z.object({
    verified: z.boolean(),
    attempts_left: z.int().optional().describe('How often it may be tried again; for a wrong code only'),
  }),
  errors: { OTP_EXPIRED: { message: 'This code is unknown, used, expired or tried too often: send another' } },
  needs: { settings: OtpSettings, codes: Codes, secrets: Secrets, clock: Clock },
  async handle({ request, settings, codes, secrets, clock, call, answer, fail }) {
    const { otp_id, otp } = request
    const sent = await codes.get(otp_id)
    const isOpen = sent?.state === 'sent' && sent.attempts < settings.attempts
    if (!isOpen || (sent.expires_at !== null && new Date(sent.expires_at) <= clock.now())) return fail('OTP_EXPIRED')
    const verified =
      call.environment === 'sandbox' ? otp === SANDBOX_CODE : secrets.matches(boundTo(otp_id, otp), sent.hash)
    const attempts = sent.attempts + 1
    if (sent.expires_at !== null) codes.change(sent, { attempts }, verified ? 'used' : 'sent')
    return answer(verified ? { verified } : { verified, attempts_left: settings.attempts - attempts })
  },
  fixtures: [
    { scenario: 'success', request: { otp_id: 'sandbox-otp', otp: SANDBOX_CODE }, given: GIVEN },
    { scenario: 'success', request: { otp_id: 'sandbox-otp-2', otp: SANDBOX_CODE } },
    { scenario: 'wrong-code', request: { otp_id: 'sandbox-otp', otp: '000000' } },
    { scenario: 'last-attempt', request: { otp_id: 'sandbox-otp-last-attempt', otp: '000000' } },
    { scenario: 'not-found', request: { otp_id: 'nothing', otp: SANDBOX_CODE } },
    { scenario: 'used', request: { otp_id: 'sandbox-otp-used', otp: SANDBOX_CODE } },
    { scenario: 'expired', request: { otp_id: 'sandbox-otp-expired', otp: SANDBOX_CODE } },
    { scenario: 'exhausted', request: { otp_id: 'sandbox-otp-exhausted', otp: SANDBOX_CODE } },
    { scenario: 'throttled', request: { otp_id: 'sandbox-otp-throttled', otp: SANDBOX_CODE } },
  ],
})
