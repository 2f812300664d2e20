import type { Call } from '@parakh/core'
import type { SmtpOptionsValue } from '@parakh/core/fields'
import MailComposer from 'nodemailer/lib/mail-composer'
import type * as z from 'zod'
import type { Message } from '../contract.ts'

/** A mail that is ready to be handed over. */
export interface Mail {
  readonly from: string
  readonly to: string
  /** Headers and text, as they go over the wire. */
  readonly raw: Buffer
}
interface Composing {
  readonly from: SmtpOptionsValue['from']
  readonly call: Call
  readonly date: Date
}

/**
 * Composes the mail of a code. Its Message-ID is the call's reference, so that a mail can be traced to its call; addresses are given
 * apart from their names, so that nothing in an address is read as another one.
 */
export async function composeMail(message: z.output<typeof Message>, { from, call, date }: Composing): Promise<Mail> {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  const composer = new MailComposer({
    from,
    to: { name: '', address: message.to },
    subject: message.subject,
    text: message.text,
    messageId: `<${call.reference}@${domain}>`,
    date,
    // Out-of-office notes and mailing lists do not answer these.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { from: from.address, to: message.to, raw: await composer.compile().build() }
}
