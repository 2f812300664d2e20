import { Clock, defineEndpoint, inr, isUpstreamError, Secrets, ServerBrand } from '@parakh/core'
import * as z from 'zod'
import { boundTo, Codes, masked, SANDBOX_CODE } from '../codes.ts'
import { Address, CODE_DIGITS, OtpProvider } from '../contract.ts'
import { otpEnvelope } from '../dialect.ts'
import { Reservations } from '../reservations.ts'
import { compose, OtpSettings } from '../settings.ts'

const ACCEPTED = { send: { accepted: true } } as const

/**
 * `POST {otp_url}/docs/api/v1/send-otp` (interface.md, One-time-password service; decisions.md section 8).
 *
 * How a code is sent once, in this order:
 * 1. the right to send is reserved in a commit of its own, with the hash of the code: of calls that race for one address one
 *    passes, the others are `OTP_COOLDOWN` and have sent nothing (`storedReservations` says how);
 * 2. the write is marked, then sent; the host sends it again only where no byte can have left;
 * 3. where nothing was sent the right is returned, so that a caller who tries again is not told to wait. Where that is not known
 *    it stays: the cooldown passes by itself.
 *
 * The sandbox sends nothing and is in no other way different, but that what plays a scenario of the catalogue reserves nothing and so
 * never cools down: the catalogue answers the same however often it is run.
 */
export const sendOtp = defineEndpoint({
  id: 'send-otp',
  method: 'POST',
  path: '/send-otp',
  group: 'One-time password',
  summary: 'Send a one-time password by e-mail',
  envelope: otpEnvelope('OTP sent'),
  price: inr('0.25'),
  priceSource: 'default',
  request: z.object({ email: Address.describe('Where the code is sent') }),
  data: z.object({
    otp_id: z.string().describe('Names this code in verify-otp'),
    email: z.string().describe('The address, masked'),
    expires_in: z.int().describe('For how many seconds the code holds'),
    resend_after: z.int().describe('After how many seconds this address may be sent to again'),
    attempts_left: z.int(),
  }),
  errors: {
    OTP_COOLDOWN: {
      outcome: 'refused',
      status: 429,
      message: 'A code was sent to this address just now, or too many in 24 hours. Retry as Retry-After says',
    },
    NOT_DELIVERABLE: { status: 422, message: 'Nobody can be reached at this address' },
  },
  uses: OtpProvider,
  subjects: ({ email }) => [email],
  needs: {
    settings: OtpSettings,
    codes: Codes,
    reservations: Reservations,
    secrets: Secrets,
    clock: Clock,
    brand: ServerBrand,
  },
  async handle({
    request,
    provider,
    settings,
    codes,
    reservations,
    secrets,
    clock,
    brand,
    call,
    scenario,
    answer,
    fail,
  }) {
    const { email } = request
    if (scenario === 'cooldown') return fail('OTP_COOLDOWN', { retryAfter: settings.resendAfter })
    const code = call.environment === 'production' ? secrets.digits(CODE_DIGITS) : SANDBOX_CODE
    const expiresAt = new Date(clock.now().getTime() + settings.expiresIn * 1000)
    const kept = {
      hash: secrets.hash(boundTo(call.reference, code)),
      attempts: 0,
      expires_at: expiresAt.toISOString(),
    }
    const { resendAfter: cooldownSeconds, addressPerDay: mostInDay } = settings
    const wanted = { address: email, code: kept, cooldownSeconds, mostInDay }
    const reserves = scenario === null
    const seconds = reserves ? await reservations.reserve(call, wanted) : 0
    if (seconds > 0) return fail('OTP_COOLDOWN', { retryAfter: seconds })
    try {
      const message = {
        to: email,
        code,
        expires_in: settings.expiresIn,
        ...compose(settings, { code, sender: brand.name }),
      }
      if (!(await provider.send(message))) return fail('NOT_DELIVERABLE')
    } catch (trouble) {
      if (reserves && isUpstreamError(trouble) && !trouble.sent) await reservations.release(call, email)
      throw trouble
    }
    if (!reserves) codes.add(kept, call.reference)
    return answer({
      otp_id: call.reference,
      email: masked(email),
      expires_in: settings.expiresIn,
      resend_after: settings.resendAfter,
      attempts_left: settings.attempts,
    })
  },
  fixtures: [
    { scenario: 'success', request: { email: 'asha.rao@example.com' }, records: ACCEPTED },
    { scenario: 'success', request: { email: 'kabir.menon@example.org' }, records: ACCEPTED },
    { scenario: 'cooldown', request: { email: 'again@example.com' }, records: ACCEPTED },
    { scenario: 'not-found', request: { email: 'nobody@example.com' }, records: { send: null } },
    { scenario: 'upstream-failure', request: { email: 'source.down@example.com' } },
    { scenario: 'throttled', request: { email: 'too.many@example.com' } },
  ],
})
