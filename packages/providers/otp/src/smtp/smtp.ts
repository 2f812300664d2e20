import { Clock, Logger } from '@parakh/core'
import { SmtpOptions } from '@parakh/core/fields'
import { OtpProvider } from '../contract.ts'
import { readTrouble } from './refusal.ts'

/**
 * Sends codes by mail, to an SMTP host: STARTTLS or TLS, its certificate verified, a password only below TLS. Each mail has a
 * connection of its own, so none is open when a server ends.
 *
 * SMTP cannot say what became of a mail, so a code whose sending is in doubt (the connection ended after the text had begun and
 * before the host replied) counts as not sent: the caller is not charged, and the next one asks for another code. `readTrouble` says
 * what each refusal means.
 *
 * @example
 * otp({ live: smtp({ host: 'smtp.acme.example', auth: { user, pass }, from: 'Acme Verify <otp@acme.example>' }) })
 */
export const smtp = OtpProvider.implement({
  id: 'smtp',
  options: SmtpOptions,
  needs: { clock: Clock, logger: Logger },
  make: ({ options, clock, logger }) => ({
    send: {
      async send(message, { call, signal }) {
        // What composes and sends is loaded with the first mail: most servers never send one.
        const [{ composeMail }, { handOver }] = await Promise.all([import('./mail.ts'), import('./session.ts')])
        const mail = await composeMail(message, { from: options.from, call, date: clock.now() })
        const handedOver = await handOver(mail, options, signal)
        if (handedOver.taken) return { accepted: true }
        const { step, reply, code, error } = readTrouble(handedOver.thrown, handedOver.textBegan)
        if (error === null) return null
        logger.warn('otp.smtp.trouble', { reference: call.reference, step, reply, code })
        throw error
      },
      status: async () => null,
    },
  }),
})
