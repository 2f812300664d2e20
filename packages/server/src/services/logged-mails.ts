import type { Logger, Mailer } from '@parakh/core'

/** The mailer of a development server without the section `mail`: whoever develops reads codes and links in the terminal. */
export const loggedMails = (logger: Logger): Mailer => ({
  async send({ to, subject, text }) {
    logger.info('mail.logged', { to, subject, text: text.replace(/\s+/g, ' ') })
  },
})
