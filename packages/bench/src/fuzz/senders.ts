import { Accounts, AdminTokens, type Environment, inr, Keys, type Role, Wallet } from '@parakh/core'
import * as z from 'zod'
import type { Sender } from './compose-plan.ts'
import type { Surface } from './fuzzed-operation.ts'
import type { FuzzedServer } from './fuzzed-server.ts'
import type { KnownValues } from './known-values.ts'
import { oneTimeCode } from './one-time-code.ts'

/** Who sends requests, by where these go; those who are named more often send more. */
export const SENDERS: Readonly<Record<Surface, readonly string[]>> = {
  calls: ['sandbox key', 'sandbox key', 'token', 'key of a customer', 'production key'],
  admin: ['operator', 'operator', 'operator', 'reseller', 'customer'],
  console: ['admin of the operator', 'admin of the operator', 'finance of the operator', 'owner', 'developer'],
  routes: ['visitor', 'owner at the door'],
}
/** A request that each sender may send, to see whether it is still known. */
const PROBES: Readonly<Record<Surface, string | null>> = {
  ...{ calls: '/api/v1/balance', admin: '/admin/v1/accounts?limit=1', console: '/admin/v1/me', routes: null },
}
const ACTOR = 'fuzz'
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'x-console-page': '1' }
const FUNDS = inr('1000000')
const LOW = inr('500000')

/** Accounts that pay for the calls: no request of the fuzzer may name them in the admin API. */
interface Payer {
  readonly accountId: string
  readonly keys: Readonly<Record<Environment, Sender>>
}

/** Makes what proves the senders, and makes it anew where a request has ended it. */
export class Senders {
  readonly #made = new Map<string, Sender>()
  readonly #payers: Payer[] = []
  #count = 0

  /** @param known Is told what there is, and what must not be handed out to other requests. */
  constructor(
    private readonly server: FuzzedServer,
    private readonly known: KnownValues,
  ) {}

  /** Accounts whose books are held against what was answered. */
  get payers(): readonly string[] {
    return this.#payers.map(({ accountId }) => accountId)
  }

  /** Makes all of them. */
  async open(): Promise<void> {
    const direct = await this.#payer(null)
    const reseller = await this.#account('retailer', null)
    const below = await this.#payer(reseller)
    this.known.keep(reseller)
    this.#made.set('sandbox key', direct.keys.sandbox)
    this.#made.set('production key', direct.keys.production)
    this.#made.set('key of a customer', below.keys.sandbox)
    this.#made.set('visitor', { headers: OWN_PAGE, own: {} })
    await this.refresh()
  }

  /** Gives all but the keys new credentials and accounts: proofs of sessions end, and accounts are closed by requests. */
  async refresh(): Promise<void> {
    const names = new Set(['token', ...SENDERS.admin, ...SENDERS.console, 'owner at the door'])
    for (const name of names) await this.renew(name)
  }

  of(name: string): Sender {
    const sender = this.#made.get(name)
    if (!sender) throw new TypeError(`there is no sender ${name}`)
    return sender
  }

  /** Whether a sender is still known. */
  async isAlive(surface: Surface, name: string): Promise<boolean> {
    const path = PROBES[surface]
    if (path === null) return true
    const { status } = await fetch(`${this.server.url}${path}`, { headers: this.of(name).headers })
    return status !== 401 && status !== 403
  }

  /** The session of a person has a new token, or none any more. */
  async follow(name: string, setCookie: string): Promise<void> {
    const [cookie = ''] = setCookie.split(';')
    if (cookie.endsWith('=')) return await this.renew(name)
    const sender = this.of(name)
    if (sender.headers['cookie'] !== undefined)
      this.#made.set(name, { ...sender, headers: { ...sender.headers, cookie } })
  }

  /** Gives a sender a new credential; where it stands for an account, of a new account. */
  async renew(name: string): Promise<void> {
    const sender = await this.#make(name)
    if (sender) this.#made.set(name, sender)
  }

  /** Pays in again where a payer has spent half of what it had. */
  async fund(): Promise<void> {
    const wallet = this.server.host.get(Wallet)
    for (const { accountId } of this.#payers)
      for (const environment of ['sandbox', 'production'] as const) {
        const { available } = await wallet.balance(accountId, environment)
        if (available >= LOW) continue
        const reference = `fuzz-${this.#next()}`
        await wallet.credit({ accountId, environment, amount: FUNDS, reference, actor: ACTOR })
      }
  }

  async #make(name: string): Promise<Sender | null> {
    switch (name) {
      case 'token':
        return await this.#bearer()
      case 'operator':
        return await this.#credential(null)
      case 'reseller':
        return await this.#credential(await this.#account('distributor', null))
      case 'customer':
        return await this.#credential(await this.#account('customer', null))
      case 'admin of the operator':
        return await this.#operator('admin')
      case 'finance of the operator':
        return await this.#operator('finance')
      case 'owner':
      case 'owner at the door':
        return (await this.#person('owner', await this.#account('customer', null))).sender
      case 'developer':
        return (await this.#person('developer', await this.#account('developer', null))).sender
      default:
        return null
    }
  }

  /** Operators may name the account too: it is there to be changed. */
  #own(accountId: string | null): Sender['own'] {
    if (accountId === null) return {}
    const own = { account_id: accountId }
    this.known.learn(own)
    return own
  }

  #next(): string {
    this.#count += 1
    return String(this.#count)
  }

  async #account(role: Role, parentId: string | null): Promise<string> {
    const accounts = this.server.host.get(Accounts)
    const { id } = await accounts.create({ name: `Fuzz ${this.#next()}`, role, parentId, actor: ACTOR })
    await accounts.approveKyc(id)
    return id
  }

  async #payer(parentId: string | null): Promise<Payer> {
    const accountId = await this.#account(parentId === null ? 'developer' : 'customer', parentId)
    const key = async (environment: Environment): Promise<Sender> => {
      const { key: made, apiSecret } = await this.server.host.get(Keys).create({ accountId, environment })
      this.known.keep(made.id, made.publicId, apiSecret)
      const headers = { 'x-api-key': made.publicId, 'x-api-secret': apiSecret }
      return { headers, own: { api_key: made.publicId, api_secret: apiSecret }, wallet: `${accountId} ${environment}` }
    }
    this.known.keep(accountId)
    const payer = { accountId, keys: { sandbox: await key('sandbox'), production: await key('production') } }
    this.#payers.push(payer)
    await this.fund()
    return payer
  }

  async #bearer(): Promise<Sender> {
    const { own, wallet = '' } = this.of('sandbox key')
    const made = await this.#ask('POST', '/api/v1/auth/token', { headers: {}, body: own })
    const { data } = Bearer.parse(await made.json())
    return { headers: { authorization: `Bearer ${data.access_token}` }, own, wallet }
  }

  async #credential(accountId: string | null): Promise<Sender> {
    const given = { name: `fuzz-${this.#next()}`, accountId, scopes: ['*'], expiresAt: null, actor: ACTOR }
    const { secret, token } = await this.server.host.get(AdminTokens).create(given)
    this.known.keep(token.id)
    return { headers: { authorization: `Bearer ${secret}` }, own: this.#own(accountId) }
  }

  /** Somebody who was invited, and signed in by the link. */
  async #person(role: string, accountId: string | null): Promise<{ readonly sender: Sender; readonly cookie: string }> {
    const input = {
      email: `fuzz${this.#next()}@mail.invalid`,
      role,
      account_id: accountId,
      production: true,
      show_link: true,
    }
    const { link } = Link.parse(await this.server.host.run('people.invite', input, { operator: ACTOR }))
    const body = { token: link.slice(link.indexOf('#') + 1) }
    const cookie = cookieOf(await this.#ask('POST', '/console/invitation/accept', { headers: OWN_PAGE, body }))
    return { cookie, sender: { headers: { ...OWN_PAGE, cookie }, own: this.#own(accountId) } }
  }

  /** Operators need an authenticator. */
  async #operator(role: string): Promise<Sender> {
    const { sender } = await this.#person(role, null)
    const { secret } = Secret.parse(await (await this.#ask('POST', '/admin/v1/me/totp', sender)).json())
    const body = { code: oneTimeCode(secret) }
    const cookie = cookieOf(await this.#ask('POST', '/admin/v1/me/totp/confirm', { ...sender, body }))
    return { ...sender, headers: { ...sender.headers, cookie } }
  }

  async #ask(method: string, path: string, given: { headers: Sender['headers']; body?: object }): Promise<Response> {
    const text = given.body === undefined ? {} : { body: JSON.stringify(given.body) }
    const headers = {
      ...given.headers,
      ...addressOf(this.#count),
      ...(given.body ? { 'content-type': 'application/json' } : {}),
    }
    const reply = await fetch(`${this.server.url}${path}`, { method, headers, ...text })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply
  }
}

const Bearer = z.object({ data: z.object({ access_token: z.string() }) })
const Link = z.object({ link: z.string() })
const Secret = z.object({ secret: z.string() })

function cookieOf(reply: Response): string {
  const [cookie] = reply.headers.getSetCookie()
  if (cookie === undefined) throw new Error('a session has a cookie')
  return cookie.split(';')[0] ?? ''
}

/** An address of a client of its own: limits of strangers are by address. @param number From 0 on. */
export const addressOf = (number: number): Readonly<Record<string, string>> => ({
  'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
})
