import type { Logger, Mailer } from '@parakh/core'

/**
 * The mailer of a development server without the section `mail`: it writes emails into the log. The link of an email is a fact of its own, because
 * the logger cuts long texts.
 */
export const loggedMails = (logger: Logger): Mailer => ({
  async send({ to, subject, text }) {
    const [link = null] = /https?:\S+/.exec(text) ?? []
    logger.info('mail.logged', { to, subject, text: text.replace(/\s+/g, ' '), link })
  },
})
