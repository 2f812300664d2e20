import {
  Clock as ClockToken,
  HostScopes,
  type Mail,
  Mailer,
  type Plugin,
  PluginTables,
  type Scope,
  Store,
  service,
} from '@parakh/core'
import { decide } from '@parakh/kernel'
import { type Config, createServer, type Server } from '@parakh/server'
import { createStore } from '@parakh/store'
import { collectingLogger, type ManualClock, manualClock } from '@parakh/testkit'
import * as z from 'zod'
import { databaseOn, openTables } from '../../../../test/databases.ts'
import { secretsForTest, systemClock, ulidIds } from '../../../../test/server.ts'
import consolePlugin from '../src/index.ts'
import type { SsoOptions } from '../src/settings.ts'
import { Browser, codeIn, tokenIn } from './browser.ts'

/** How a process of a console is made. */
export interface ProcessOptions {
  readonly signUp?: 'open' | 'invite' | 'off'
  /** Default false: the cookie has its prefix. */
  readonly development?: boolean
  /** False: the server has no mailer. Options: it sends its mails there. */
  readonly mail?: boolean | NonNullable<Config['mail']>
  /** The application's own mailer. */
  readonly mailer?: Mailer
  /** Its identity providers. */
  readonly sso?: Readonly<Record<string, SsoOptions>>
  /** Default true. */
  readonly admin?: boolean
  /** Besides the console. */
  readonly plugins?: readonly Plugin[]
}
/** One process of a console, with the mails that it sent. */
export interface ConsoleProcess {
  readonly server: Server
  readonly mails: readonly Mail[]
  readonly logger: ReturnType<typeof collectingLogger>
  /** A new browser, which knows nobody. */
  browser(options?: ConstructorParameters<typeof Browser>[1]): Browser
}
/** A database for several processes of one console, whose clock a test sets. */
export interface ConsolePlace {
  readonly clock: ManualClock
  open(options?: ProcessOptions): Promise<ConsoleProcess>
  /** The rows, as somebody has them who may write to the database. */
  rows(): ReturnType<typeof openTables>
  end(): Promise<void>
}

/** A database on an engine, where each host is like a process of its own. */
export async function consolePlace(client: 'sqlite3' | 'pg'): Promise<ConsolePlace> {
  const { options: database, drop } = await databaseOn(client)
  const clock = manualClock(new Date('2026-11-23T12:00:00Z'))
  const secrets = secretsForTest()
  const keyed = { pepper: [{ id: 'p', value: 'a pepper for tests alone' }], masterKey: MASTER_KEY }
  const ends: (() => Promise<void>)[] = []
  return {
    clock,
    rows() {
      const tables = openTables({ options: database, drop })
      ends.push(() => tables.destroy())
      return tables
    },
    async open({
      signUp = 'open',
      development = false,
      mail = true,
      plugins = [],
      sso = {},
      admin = true,
      ...given
    } = {}) {
      const [ids, logger, mails] = [ulidIds(systemClock()), collectingLogger(), [] as Mail[]]
      // Of the host, which is composed after the store is opened.
      const scopes: Scope[] = []
      const { now: _, ...store } = await createStore({ database, decide, secrets: keyed, clock, ids, logger, scopes })
      const ownStore = service(Store, { composed: PluginTables, known: HostScopes }, async ({ composed, known }) => {
        scopes.push(...known)
        store.pluginTables?.use(composed)
        await store.migrate()
        return store
      })
      const mailer = service(Mailer, {}, () => given.mailer ?? { send: async (sent) => void mails.push(sent) })
      const server = await createServer(
        {
          plugins: [consolePlugin({ signUp, sso }), ...plugins],
          secrets,
          admin: { enabled: admin },
          server: { port: 0, publicUrl: 'https://console.example' },
          services: [ownStore, service(ClockToken, {}, () => clock), ...(mail === true ? [mailer] : [])],
          ...(typeof mail === 'object' ? { mail } : {}),
        },
        { logger, development },
      )
      ends.push(async () => {
        await server.close()
        await store.close()
      })
      return { server, mails, logger, browser: (options) => new Browser({ app: server.app, mails }, options) }
    },
    async end() {
      for (const end of ends.splice(0).reverse()) await end()
      await drop()
    },
  }
}

const MASTER_KEY = [{ id: 'm', value: Buffer.alloc(32, 1).toString('base64') }]

/** A browser of somebody whom an operator invited. @param accountId Null: as an operator. */
export async function invited(
  process: ConsoleProcess,
  as: {
    readonly email: string
    readonly role: string
    readonly accountId: string | null
    readonly production?: boolean
  },
) {
  const { email, role, accountId: account_id, production = false } = as
  const input = { email, role, account_id, production, show_link: true }
  const { link } = Link.parse(await process.server.host.run('people.invite', input, { operator: 'test' }))
  const browser = process.browser()
  const accepted = await browser.post('/invitation/accept', { token: tokenIn(link) })
  if (accepted.status !== 200) throw new Error(`not accepted: ${JSON.stringify(accepted.body)}`)
  return browser
}
const Link = z.object({ link: z.string() })

/**
 * Accepts the last invitation that was mailed to an address, with its emailed code, in a new browser at a network of its own.
 *
 * @returns The browser, and the reply that decides.
 */
export async function acceptMailed(process: ConsoleProcess, email: string) {
  const { browser, proof, refusal } = await proveMailed(process, email)
  if (refusal !== null) return { browser, reply: refusal }
  const reply = await browser.post('/invitation/accept', proof)
  // The code of a known address only signs in.
  const isSignedIn = reply.status === 200 && reply.body.accepted === false
  return { browser, reply: isSignedIn ? await browser.post('/invitation/accept', { token: proof.token }) : reply }
}

/**
 * Requests and reads the code of the last invitation that was mailed to an address.
 *
 * @param at The process that the browser uses.
 * @returns The refusal is null if the code was sent.
 */
export async function proveMailed(process: ConsoleProcess, email: string, at = process) {
  const mail = process.mails.findLast(({ to, text }) => to === email && text.includes('#inv_'))
  if (!mail) throw new Error(`no invitation went to ${email}`)
  const [browser, token] = [at.browser({ ip: email }), tokenIn(mail.text)]
  const requested = await browser.post('/invitation/code', { token })
  const isSent = requested.status === 202
  const code = isSent ? codeIn(await browser.lastMail(email)) : ''
  return { browser, refusal: isSent ? null : requested, proof: { token, acceptance: requested.body.acceptance, code } }
}
