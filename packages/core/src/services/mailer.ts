import { token } from '../token.ts'

/** A file of a mail. */
export interface MailAttachment {
  /** Letters, digits, `.`, `_` and `-`: `invoice.pdf`. */
  readonly fileName: string
  /** `application/pdf`. */
  readonly type: string
  readonly bytes: Uint8Array
}
/** A mail of this server, to one address. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** The name of the sender, such as a reseller's brand; the configured one unless given. */
  readonly fromName?: string
  readonly attachments?: readonly MailAttachment[]
  /** Letters, digits and `-`, unique: of a mail that is sent again it is the same, so that mail hosts know it by its `Message-ID`. */
  readonly id?: string
}
/** Sends mails of the server: the section `mail`. Needed as `optional(Mailer)`: without the section there is none. */
export interface Mailer {
  /** Resolves once the mail host has accepted the email. @throws `MAIL_NOT_SENT`; `MAIL_REFUSED` if the recipient's address is refused permanently */
  send(mail: Mail): Promise<void>
}
/** The mailer of a server. */
export const Mailer = token<Mailer>('core.mailer')
