import { token } from '../token.ts'
import type { MailAttachment } from './mailer.ts'

/** The languages of mails. */
export const MAIL_LANGUAGES = ['en', 'hi'] as const
/** A language of mails. */
export type MailLanguage = (typeof MAIL_LANGUAGES)[number]

/** A person of an account, or an operator, who has an e-mail address. */
export interface MailedPerson {
  readonly id: string
  readonly email: string
  /** As its role gives them there; `*`: all. */
  readonly scopes: readonly string[]
  /** Whether its role is to be told of alerts unless it says otherwise. */
  readonly isToldByDefault: boolean
}
/** A paragraph of a mail, or a button that leads to a page of the console, by the last part of its address. */
export type MailPart = string | { readonly page: string; readonly label: string }
/** A mail to a person of an account, under the brand above that account. */
export interface PersonMail {
  readonly to: Pick<MailedPerson, 'email'>
  /** Null: to an operator. */
  readonly accountId: string | null
  readonly language: MailLanguage
  /** Returns the content for a brand's name. Names that customers choose go through `nameInMail`, and only into `parts`. */
  content(brand: string): { readonly subject: string; readonly parts: readonly MailPart[] }
  readonly attachments?: readonly MailAttachment[]
  /** As that of `Mail`. */
  readonly id?: string
}
/** The people of accounts, for what mails them. */
export interface AccountPeople {
  /** The first 200 of them. @param accountId Null: operators. */
  mailed(accountId: string | null): Promise<readonly MailedPerson[]>
  /** Resolves once the mail host has accepted the email. @throws `MAIL_NOT_SENT`, `MAIL_REFUSED` */
  send(mail: PersonMail): Promise<void>
}
/** The people of a host that has a console. */
export const AccountPeople = token<AccountPeople>('core.account-people', { broughtBy: '@parakh/console' })
