import { SmtpOptions } from '@parakh/core/fields'

/** The section `mail`: the mail host of this server, with the options of SMTP that one-time passwords have too. */
export const MailSchema = SmtpOptions
/** In the place of a section with faults: what needs mails has no further fault. */
export const PLACEHOLDER_MAIL = MailSchema.parse({
  host: 'placeholder.invalid',
  from: 'placeholder@placeholder.invalid',
})
