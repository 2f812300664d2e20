import { UpstreamError } from '@parakh/core'
import * as z from 'zod'

/** What nodemailer says of a failure. The reply's text may hold the address: it goes nowhere. */
const Failure = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  response: z.string().optional(),
  responseCode: z.number().optional(),
})

/** Commands that a host answers for this mail. Other replies are of the connection: a greeting, STARTTLS, a farewell. */
const OF_THIS_MAIL = /^(MAIL FROM|RCPT TO|DATA|AUTH .*)$/
const OF_THE_RECIPIENT = /^(RCPT TO|DATA)$/
/** Enhanced status 5.7: we are not permitted, whoever the recipient is (RFC 3463). */
const POLICY = /^\d{3}[ -]5\.7\./
const BAD_SEQUENCE = 503
const HOST_TAKES_NO_MAIL = 521
const FIRST_OF_MAILBOXES = 550

/** Why a mail was not handed over. */
export interface Trouble {
  /** Where: an SMTP command, or CONN. */
  readonly step: string
  /** The three digits of the host's reply; null where none came. */
  readonly reply: number | null
  /** nodemailer's code: ECONNECTION, ETLS, EAUTH. */
  readonly code: string
  /** Null: nobody can be reached at this address. */
  readonly error: UpstreamError | null
}

/**
 * Reads why a mail was not handed over.
 *
 * A host that refuses has not taken the mail over, also when it refuses after the text (RFC 5321, section 4.2.5): nothing was sent.
 * Where the connection ends instead of a reply, that is certain only as long as no byte of the text had left.
 *
 * | the host | means |
 * |---|---|
 * | refuses the recipient, or the text, permanently (550 and above, 521) | nobody can be reached there |
 * | refuses us: sender, credentials, policy (5.7) | `denied`: no other address would fare better |
 * | refuses the command permanently (500, 501) | `unprocessable`: another try would end the same |
 * | refuses for now (4xx, greylisting) | `throttled`: not tried again within this call |
 * | is not reached, is silent, or ends the connection | `unavailable` |
 *
 * @param thrown What nodemailer gave.
 * @param textBegan Whether a byte of the text may have left.
 */
export function readTrouble(thrown: unknown, textBegan: boolean): Trouble {
  const parsed = Failure.safeParse(thrown)
  const { code = 'unknown', command: step = 'CONN', response = '', responseCode } = parsed.success ? parsed.data : {}
  const refused = responseCode !== undefined && OF_THIS_MAIL.test(step)
  if (!refused) {
    const text = `smtp: no answer at ${step} (${code})`
    const error = new UpstreamError('unavailable', text, { sent: textBegan })
    return { step, reply: responseCode ?? null, code, error }
  }
  const about = { step, reply: responseCode, code }
  const forGood = responseCode >= 500 && responseCode !== BAD_SEQUENCE
  const ofMailbox = responseCode >= FIRST_OF_MAILBOXES || responseCode === HOST_TAKES_NO_MAIL
  if (forGood && ofMailbox && OF_THE_RECIPIENT.test(step) && !POLICY.test(response)) return { ...about, error: null }
  const text = `smtp: refused at ${step} with ${responseCode}`
  const ours = !OF_THE_RECIPIENT.test(step) || POLICY.test(response)
  const trouble = !forGood ? 'throttled' : ours ? 'denied' : 'unprocessable'
  return { ...about, error: new UpstreamError(trouble, text, { sent: false }) }
}
