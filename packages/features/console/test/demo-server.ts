import { randomBytes } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import alerts from '@parakh/alerts'
import analytics from '@parakh/analytics'
import { Accounts, Clock, type Plugin, service } from '@parakh/core'
import documents from '@parakh/documents'
import funding from '@parakh/funding'
import razorpayPlugin, { razorpay } from '@parakh/gateway-razorpay'
import ifsc from '@parakh/ifsc'
import invoicing from '@parakh/invoicing'
import pan from '@parakh/pan'
import plans from '@parakh/plans'
import print from '@parakh/print'
import resale, { TxtRecords } from '@parakh/resale'
import { createServer } from '@parakh/server'
import { collectingLogger } from '@parakh/testkit'
import webhooks from '@parakh/webhooks'
import * as z from 'zod'
import { databaseOn } from '../../../../test/databases.ts'
import consolePlugin from '../src/index.ts'
import type { SsoOptions } from '../src/settings.ts'
import { fillDemo } from './demo-data.ts'

const secret = (): string => randomBytes(32).toString('base64')
/** Of 10 ms: it ends what hangs. */
const MOST_TURNS = 6_000
const Link = z.object({ link: z.string() })

/** The account of the demonstration at its payment gateway. */
export const DEMO_GATEWAY = {
  ...{ keyId: 'rzp_test_of_a_demo', keySecret: 'secret-of-a-demo-key-0001' },
  webhookSecret: 'whsec-of-a-demo-0001',
} as const
const SELLER = { name: 'Acme Verify Private Limited', gstin: '29AAGCB7383J1Z4', stateCode: '29', address: 'Bengaluru' }
const BANK = { name: SELLER.name, number: '001234567890', ifsc: 'HDFC0000001', bank: 'HDFC Bank, Bengaluru' }

/** A person of the demonstration. */
export interface DemoPerson {
  readonly email: string
  readonly role: string
  /** Null: as an operator. Default: the account of the demonstration. */
  readonly accountId?: string | null
  /** Whether a developer may use production. Default true. */
  readonly production?: boolean
}

/** What a demonstration looks like. */
export interface DemoBrand {
  readonly port?: number
  readonly name?: string
  readonly colour?: string
  /** Passkeys need a name: `localhost`. Default: `127.0.0.1`. */
  readonly listensAt?: string
  /** Its identity providers. */
  readonly sso?: Readonly<Record<string, SsoOptions>>
  /** False: besides the console there are two lookups alone. Default: all features. */
  readonly features?: boolean
  /** A source of PAN verification. Default: PAN has no live source. */
  readonly panUrl?: string
  /** The API of the payment gateway. Default: nobody answers there. */
  readonly gatewayUrl?: string
}

const featurePlugins = (gatewayUrl: string): readonly Plugin[] => [
  ...[print(), plans(), analytics(), documents(), invoicing({ seller: SELLER }), resale(), alerts()],
  webhooks({ allowInsecure: true, allowTargets: ['127.0.0.1'] }),
  razorpayPlugin(),
  funding({
    ...{ upi: { vpa: 'acme@okbank', name: 'Acme Verify' }, bankAccount: BANK },
    gateways: { cards: razorpay.use({ ...DEMO_GATEWAY, apiUrl: gatewayUrl }) },
  }),
]

/** PAN, whose numbers are verified at a source over HTTP. */
const panAt = (baseUrl: string | undefined): Plugin =>
  pan(
    baseUrl === undefined
      ? {}
      : {
          live: {
            ...{ provider: 'http', baseUrl },
            operations: {
              verify: {
                ...{ path: '/verify', query: { pan: 'input.pan' }, none: 'status = 404' },
                record: { pan: 'body.pan', name: 'body.name', aadhaar_seeded: 'body.seeded' },
              },
            },
          },
        },
  )

/** A server with the console that listens, an account, and a receiver of webhooks that refuses the first event. */
export async function demoServer(brand: DemoBrand = {}) {
  const { port = 0, name = 'Acme Verify', colour = '#0a7d5c', listensAt = '127.0.0.1', sso = {} } = brand
  const { gatewayUrl = 'http://127.0.0.1:9', features = true, panUrl } = brand
  const database = await databaseOn('sqlite3')
  const receiver = await receiverOf()
  const logger = collectingLogger()
  let aheadMs = 0
  const clock = { now: () => new Date(Date.now() + aheadMs), monotonicMs: () => performance.now() }
  /** TXT records by name. */
  const dns = new Map<string, readonly string[]>()
  const server = await createServer(
    {
      brand: { name, supportEmail: 'help@acme.example', colour },
      ...{ database: database.options, server: { port, host: listensAt } },
      services: [
        service(Clock, {}, () => clock),
        ...(features ? [service(TxtRecords, {}, () => ({ find: async (name) => dns.get(name) ?? [] }))] : []),
      ],
      plugins: [
        consolePlugin({ signUp: 'open', sso }),
        ifsc(),
        panAt(panUrl),
        ...(features ? featurePlugins(gatewayUrl) : []),
      ],
      secrets: { pepper: secret(), masterKey: secret(), jwtKeys: secret() },
    },
    { logger, development: true },
  )
  const { host } = server
  const { url } = await server.listen()
  const { id: accountId } = await host.get(Accounts).create({ name: 'Acme Lending', role: 'developer' })
  const mailsTo = (email: string) => logger.of('mail.logged').filter(({ facts }) => facts['to'] === email)
  /** What the last mail to an address with it has; the request that mails it may still be on its way. */
  async function mailed(email: string, wanted: RegExp, before = 0): Promise<RegExpExecArray> {
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const found = mailsTo(email)
        .slice(before)
        .map(({ facts }) => wanted.exec(`${facts['link']} ${facts['text']}`))
        .findLast((one) => one !== null)
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`${email} was not mailed ${wanted}`)
  }
  const run = (id: string, input: object) => host.run(id, input, { operator: 'test' })
  return {
    ...{ server, host, url, accountId, run, clock, dns },
    /** Lets time pass on the server. */
    pass: (minutes: number) => {
      aheadMs += minutes * 60_000
    },
    /** Another account. */
    async newAccount(named: string): Promise<{ readonly accountId: string }> {
      const { id } = await host.get(Accounts).create({ name: named, role: 'developer' })
      return { accountId: id }
    },
    /** Where everything is kept. */
    databaseFile: 'filename' in database.options ? database.options.filename : '',
    /** The address by which a new person signs in, once. */
    async linkFor({ email, role, accountId: account_id = accountId, production = true }: DemoPerson): Promise<string> {
      const { link } = Link.parse(await run('people.invite', { email, role, account_id, production, show_link: true }))
      return link.replace(/^https?:\/\/[^/]+/, url)
    },
    /** The code that was mailed last: a development server writes mails into its log. @param before Mails that are older. */
    async codeFor(email: string, before = 0): Promise<string> {
      const [code] = await mailed(email, /\d{4} \d{4}/, before)
      return code
    },
    /** The link of the invitation that was mailed last. */
    async invitationFor(email: string): Promise<string> {
      const [fragment] = await mailed(email, /#inv_\w+/)
      return `${url}/console/invitation${fragment}`
    },
    /** How many mails an address was sent. */
    mailsTo: (email: string): number => mailsTo(email).length,
    /** Fills the account with what a customer has after some days. */
    fill: () => fillDemo({ url, run, accountId, receiverUrl: receiver.url }),
    async [Symbol.asyncDispose]() {
      await server.close()
      await receiver.close()
      await database.drop()
    },
  }
}
/** The result of `demoServer`. */
export type DemoServer = Awaited<ReturnType<typeof demoServer>>

/** A receiver of events that answers 500 to the first one. */
async function receiverOf() {
  let received = 0
  const server = createHttpServer((request, response) => {
    request.resume()
    received += 1
    response.writeHead(received === 1 ? 500 : 200, { 'content-type': 'text/plain' })
    response.end(received === 1 ? 'The database of the loan desk is not there' : 'thank you')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/events`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
