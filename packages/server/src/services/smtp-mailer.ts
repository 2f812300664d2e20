import type { Mailer } from '@parakh/core'
import type { SmtpOptionsValue } from '@parakh/core/fields'
import { serverErrors } from '../error-codes.ts'

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
        // What the host said may hold the address: it goes nowhere.
        const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown }
        const facts = { code: String(code ?? 'unknown'), reply: typeof responseCode === 'number' ? responseCode : null }
        throw serverErrors.error('MAIL_NOT_SENT', { code: facts.code }, { facts })
      } finally {
        transport.close()
      }
    },
  }
}
