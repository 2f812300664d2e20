import { coreErrors, type Mailer, type ParakhError } from '@parakh/core'
import type { SmtpOptionsValue } from '@parakh/core/fields'
import * as z from 'zod'

/** The fields of a nodemailer error. Its message and the reply's text may contain the address and are never copied. */
const Failure = z.object({
  code: z.string().catch('unknown'),
  command: z.string().catch(''),
  responseCode: z.number().nullable().catch(null),
  response: z.string().catch(''),
})
/** Enhanced status 5.7 is about the sender's permission, not about the recipient (RFC 3463). */
const POLICY = /^\d{3}[ -]5\.7\./
/** The lowest reply code that permanently refuses a mailbox. */
const FIRST_OF_MAILBOXES = 550

/**
 * Sends mails by SMTP, each on a connection of its own. Certificates are verified; a password goes below TLS alone.
 *
 * @param options The section `mail`.
 */
export function smtpMailer({ from, connectTimeoutMs, replyTimeoutMs, ...options }: SmtpOptionsValue): Mailer {
  return {
    async send({ to, fromName, attachments = [], id, ...mail }) {
      // Loaded with the first mail: most processes never send one.
      const { createTransport } = await import('nodemailer')
      const timeouts = {
        ...{ connectionTimeout: connectTimeoutMs, dnsTimeout: connectTimeoutMs },
        ...{ greetingTimeout: replyTimeoutMs, socketTimeout: replyTimeoutMs },
      }
      const transport = createTransport({ ...options, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
      try {
        await transport.sendMail({
          ...mail,
          from: { ...from, name: fromName ?? from.name },
          // Apart from its name, so that nothing in an address is read as another one.
          to: { name: '', address: to },
          attachments: attachments.map(({ fileName: filename, type: contentType, bytes }) => ({
            ...{ filename, contentType },
            content: Buffer.from(bytes),
          })),
          ...(id !== undefined && { messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>` }),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
      } catch (error) {
        throw mailError(error)
      } finally {
        transport.close()
      }
    },
  }
}

/** Returns `MAIL_REFUSED` if the mail host permanently refuses the recipient, else `MAIL_NOT_SENT`. */
function mailError(thrown: unknown): ParakhError {
  const { code, command, responseCode, response } = Failure.parse({ ...Object(thrown) })
  const facts = { code, reply: responseCode }
  const isRecipient = command === 'RCPT TO' && (responseCode ?? 0) >= FIRST_OF_MAILBOXES && !POLICY.test(response)
  return isRecipient
    ? coreErrors.error('MAIL_REFUSED', {}, { facts })
    : coreErrors.error('MAIL_NOT_SENT', { reason: code }, { facts })
}
