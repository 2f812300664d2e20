import {
  type AccountBrand,
  type Accounts,
  type Brands,
  coreErrors,
  errorFacts,
  isParakhError,
  type Logger,
  type Mail,
  type Mailer,
  type ParakhError,
  type PersonMail,
  type PublicAddress,
  type ServerBrand,
  token,
} from '@parakh/core'
import { nameInMail } from '@parakh/core/formats'
import { consoleErrors } from '../error-codes.ts'
import { type MailContent, writtenMail } from './mail-content.ts'
import { MAIL_TEXTS, type OwnerRemoved } from './mail-texts.ts'

type Language = keyof typeof MAIL_TEXTS
/** The mails of the console, and the brands and links in them. */
export interface ConsoleMails {
  /** False: this server has no mailer. */
  readonly canSend: boolean
  /**
   * Sends a code, and logs a failure. A sign-in does not wait for it: the time of its answer must not show whether an email was sent.
   *
   * @returns Null, or the failure: `MAIL_NOT_SENT` or `MAIL_REFUSED`. Never rejects.
   */
  sendCode(mail: {
    readonly to: string
    readonly code: string
    /** The host and the language of the request. */
    readonly visitor: { readonly hostname: string; readonly language: Language }
  }): Promise<ParakhError | null>
  /** Sends an invitation, and logs a failure. @throws `MAIL_NOT_SENT`, `MAIL_REFUSED` */
  sendInvitation(mail: InvitationMail): Promise<void>
  /** Notifies an owner whose role was removed or changed, beside the answer. A failure is logged. */
  sendOwnerRemoved(
    mail: OwnerRemoved & { readonly to: string; readonly accountId: string; readonly language: Language },
  ): void
  /** @throws `MAIL_NOT_SENT`, `MAIL_REFUSED` */
  sendToPerson(mail: PersonMail): Promise<void>
  /** The brand of a host that an account has registered; null: the server's own. */
  brandAt(hostname: string): Promise<AccountBrand | null>
  /** The origin of the console at a host that the server or an account has; null: nobody has registered it. */
  originAt(hostname: string): Promise<string | null>
  /** A link to a page of the console, at the host of the brand above an account: never at a host that a request names. */
  link(accountId: string | null, path: string): Promise<string>
  /** Waits for the emails that are sent beside answers. */
  [Symbol.asyncDispose](): Promise<void>
}
/** The mails of a host's console. */
export const ConsoleMails = token<ConsoleMails>('console.mails')
interface InvitationMail {
  readonly to: string
  readonly accountId: string | null
  /** Null: operators. */
  readonly accountName: string | null
  readonly link: string
  readonly language: Language
}
/** What mails are made of. */
export interface MailParts {
  readonly mailer: Mailer | null
  /** Null: accounts have no brands on this host. */
  readonly brands: Pick<Brands, 'all'> | null
  readonly accounts: Pick<Accounts, 'ancestors'>
  readonly serverBrand: Pick<ServerBrand, 'name' | 'colour'>
  readonly address: Pick<PublicAddress, 'url'>
  readonly logger: Logger
}

/** Returns the error of an email: any other failure of an application's own mailer becomes `MAIL_NOT_SENT`. */
const mailError = (error: unknown): ParakhError =>
  isParakhError(error) && ['MAIL_NOT_SENT', 'MAIL_REFUSED'].includes(error.code)
    ? error
    : coreErrors.error('MAIL_NOT_SENT', { reason: 'unknown' }, { cause: error, facts: errorFacts(error) })

/** Makes the mails of a console. */
export function consoleMails({ mailer, brands, accounts, serverBrand, address, logger }: MailParts): ConsoleMails {
  const going = new Set<Promise<unknown>>()
  const brandAt = async (hostname: string): Promise<AccountBrand | null> =>
    (await brands?.all())?.find(({ host }) => host === hostname) ?? null
  const brandAbove = async (accountId: string | null): Promise<AccountBrand | null> => {
    if (brands === null || accountId === null) return null
    const shown = new Map((await brands.all()).map((brand) => [brand.accountId, brand]))
    const line = await accounts.ancestors(accountId)
    return line.map(({ id }) => shown.get(id)).find((brand) => brand !== undefined) ?? null
  }
  const lookOf = (brand: AccountBrand | null, language: Language) => ({
    language,
    // Resellers choose the names of their brands; the operator chooses the server's own.
    brand: (brand && nameInMail(brand.name)) || serverBrand.name,
    colour: (brand ?? serverBrand).colour ?? null,
  })
  const sendMail = async (
    { to, ...more }: Pick<Mail, 'to' | 'attachments' | 'id'>,
    look: ReturnType<typeof lookOf>,
    content: MailContent,
  ): Promise<void> => {
    try {
      await mailer?.send({ to, ...more, fromName: look.brand, ...writtenMail(content, look) })
    } catch (error) {
      throw mailError(error)
    }
  }
  const logged = (error: unknown): ParakhError => {
    logger.warn('console.mail_not_sent', errorFacts(error))
    return mailError(error)
  }
  const linkTo = async (accountId: string | null, path: string): Promise<string> => {
    const url = new URL(`${address.url}${path}`)
    const brand = await brandAbove(accountId)
    if (brand) url.hostname = brand.host
    return url.href
  }
  const sendBeside = (send: () => Promise<void>): Promise<ParakhError | null> => {
    const sent = send()
      .then(() => null, logged)
      .finally(() => going.delete(sent))
    going.add(sent)
    return sent
  }
  return {
    canSend: mailer !== null,
    sendCode({ to, code, visitor: { hostname, language } }) {
      return sendBeside(async () => {
        const look = lookOf(await brandAt(hostname), language)
        await sendMail({ to }, look, MAIL_TEXTS[language].code({ brand: look.brand, code }))
      })
    },
    sendOwnerRemoved({ to, accountId, language, account: name, by, at }) {
      void sendBeside(async () => {
        const look = lookOf(await brandAbove(accountId), language)
        if (mailer === null) throw consoleErrors.error('MAIL_REQUIRED', { what: 'a removed owner is not notified' })
        const removal = { account: nameInMail(name), by, at, brand: look.brand }
        await sendMail({ to }, look, MAIL_TEXTS[language].ownerRemoved(removal))
      })
    },
    async sendInvitation({ to, accountId, accountName, link, language }) {
      const look = lookOf(await brandAbove(accountId), language)
      const account = accountName && nameInMail(accountName)
      const content = MAIL_TEXTS[language].invitation({ brand: look.brand, account, link })
      await sendMail({ to }, look, content).catch((error: unknown) => {
        throw logged(error)
      })
    },
    brandAt,
    async originAt(hostname) {
      const url = new URL(address.url)
      if (url.hostname !== hostname && (await brandAt(hostname)) === null) return null
      url.hostname = hostname
      return url.origin
    },
    async sendToPerson({ to: { email: to }, accountId, language, content, attachments = [], id }) {
      const look = lookOf(await brandAbove(accountId), language)
      const { subject, parts } = content(look.brand)
      const linked = parts.map(async (part) =>
        typeof part === 'string'
          ? part
          : { label: part.label, link: await linkTo(accountId, `/console/${part.page === 'home' ? '' : part.page}`) },
      )
      const more = { attachments, ...(id !== undefined && { id }) }
      await sendMail({ to, ...more }, look, { subject, parts: await Promise.all(linked) })
    },
    link: linkTo,
    async [Symbol.asyncDispose]() {
      await Promise.all(going)
    },
  }
}
