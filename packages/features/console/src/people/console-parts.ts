import {
  type ActingPerson,
  type Clock,
  type Ids,
  type Scope,
  type Secrets,
  type TableAccess,
  type TableTransaction,
  token,
  type Vault,
} from '@parakh/core'
import type { ConsoleMails } from '../mails/console-mails.ts'

/** Whether strangers may sign up: `open`, by invitation alone, or not at all. */
export type SignUpMode = 'open' | 'invite' | 'off'

/** What people and sign-in are made of. */
export interface ConsoleParts {
  readonly tables: TableAccess
  /** The clock of codes and sessions: that of the database, so that all processes agree. */
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
  readonly vault: Vault
  readonly mails: ConsoleMails
  readonly signUp: SignUpMode
  /** The scopes of the host. */
  readonly scopes: readonly Scope[]
  /** The name that an authenticator shows. */
  readonly issuer: string
  /** New tokens of sessions that operations have proven, until their answers take them as cookies. */
  readonly renewed: WeakMap<ActingPerson, string>
}
/** The parts of a host's console. */
export const ConsoleParts = token<ConsoleParts>('console.parts')

/** From where somebody signs in. */
export interface Visitor {
  readonly ip: string
  readonly agent: string
  /** The host that the request names, in lower case and without its port. */
  readonly hostname: string
  /** The account whose brand has this host: sessions that begin here reach it and the accounts below it. Null: no brand has this host. */
  readonly limitedTo: string | null
  readonly language: 'en' | 'hi'
  /** The token of the session that the request has; null: none. */
  readonly token: string | null
}

/** The language of mails to whoever asks with these languages (`Accept-Language`). */
export const mailLanguage = (languages: string): 'en' | 'hi' => (/^hi\b/i.test(languages) ? 'hi' : 'en')

/** A random token of 132 bits, which is kept as its hash alone. */
export const newToken = ({ secrets }: Pick<ConsoleParts, 'secrets'>, prefix = ''): string =>
  `${prefix}${secrets.digits(32)}${secrets.digits(8)}`

/** What a person did, in the commit of what it did. */
export const auditPerson = (
  tx: TableTransaction,
  action: `${string}.${string}`,
  {
    personId,
    accountId = null,
    after = null,
  }: {
    readonly personId: string
    readonly accountId?: string | null
    readonly after?: Readonly<Record<string, unknown>> | null
  },
) => tx.audit({ actor: `person:${personId}`, action, subject: `person/${personId}`, accountId, after })

/** What somebody tried who is no person, in the commit that counts the try: by a keyed hash, so that the log tells nobody's address. */
export const auditStranger = (
  tx: TableTransaction,
  { secrets }: Pick<ConsoleParts, 'secrets'>,
  {
    address,
    ...entry
  }: Omit<Parameters<TableTransaction['audit']>[0], 'actor'> & {
    /** The e-mail address or network. */
    readonly address: string
  },
) => tx.audit({ actor: `stranger:${secrets.hash(address)}`, ...entry })
