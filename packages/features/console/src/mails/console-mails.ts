import {
  type AccountBrand,
  type Accounts,
  type Brands,
  errorFacts,
  type Logger,
  type Mail,
  type Mailer,
  type PersonMail,
  type PublicAddress,
  type ServerBrand,
  token,
} from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import { type MailContent, writtenMail } from './mail-content.ts'
import { MAIL_TEXTS, type OwnerRemoved } from './mail-texts.ts'

type Language = keyof typeof MAIL_TEXTS
/** The mails of the console, and the brands and links in them. */
export interface ConsoleMails {
  /** False: this server has no mailer. */
  readonly canSend: boolean
  /** Sends a code beside the answer, whose time must not tell whether one is sent. What fails is logged. */
  sendCode(mail: {
    readonly to: string
    readonly code: string
    /** Who asked: at which host, in which language. */
    readonly visitor: { readonly hostname: string; readonly language: Language }
  }): void
  /** @throws `MAIL_NOT_SENT` */
  sendInvitation(mail: InvitationMail): Promise<void>
  /** Notifies an owner whose role was removed or changed, beside the answer. A failure is logged. */
  sendOwnerRemoved(
    mail: OwnerRemoved & { readonly to: string; readonly accountId: string; readonly language: Language },
  ): void
  /** @throws `MAIL_NOT_SENT` */
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

/** Makes the mails of a console. */
export function consoleMails({ mailer, brands, accounts, serverBrand, address, logger }: MailParts): ConsoleMails {
  const going = new Set<Promise<void>>()
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
    brand: brand?.name ?? serverBrand.name,
    colour: (brand ?? serverBrand).colour ?? null,
  })
  const sendMail = async (
    { to, ...more }: Pick<Mail, 'to' | 'attachments' | 'id'>,
    look: ReturnType<typeof lookOf>,
    content: MailContent,
  ): Promise<void> => await mailer?.send({ to, ...more, fromName: look.brand, ...writtenMail(content, look) })
  const linkTo = async (accountId: string | null, path: string): Promise<string> => {
    const url = new URL(`${address.url}${path}`)
    const brand = await brandAbove(accountId)
    if (brand) url.hostname = brand.host
    return url.href
  }
  const sendBeside = (send: () => Promise<void>): void => {
    const sent = send()
      .catch((error: unknown) => logger.warn('console.mail_not_sent', errorFacts(error)))
      .finally(() => going.delete(sent))
    going.add(sent)
  }
  return {
    canSend: mailer !== null,
    sendCode({ to, code, visitor: { hostname, language } }) {
      sendBeside(async () => {
        const look = lookOf(await brandAt(hostname), language)
        await sendMail({ to }, look, MAIL_TEXTS[language].code({ brand: look.brand, code }))
      })
    },
    sendOwnerRemoved({ to, accountId, language, ...removed }) {
      sendBeside(async () => {
        const look = lookOf(await brandAbove(accountId), language)
        if (mailer === null) throw consoleErrors.error('MAIL_REQUIRED', { what: 'a removed owner is not notified' })
        await sendMail({ to }, look, MAIL_TEXTS[language].ownerRemoved({ ...removed, brand: look.brand }))
      })
    },
    async sendInvitation({ to, accountId, accountName: account, link, language }) {
      const look = lookOf(await brandAbove(accountId), language)
      await sendMail({ to }, look, MAIL_TEXTS[language].invitation({ brand: look.brand, account, link }))
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
