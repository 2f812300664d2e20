import { SmtpOptions } from '@parakh/core/fields'

/** The section `mail`: the mail host of this server, with the options of SMTP that one-time passwords have too. */
export const MailSchema = SmtpOptions
