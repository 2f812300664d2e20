import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Mail } from '@parakh/core'
import type { Server } from '@parakh/server'

/** The answer to a request of a browser. */
export interface BrowserReply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** The body as JSON; an empty object: there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field
  readonly body: any
  /** The code of the error, and the id of its request, which its body does not repeat here; undefined: it is none. */
  readonly code: string | undefined
  readonly requestId: string | undefined
}
type Headers = Readonly<Record<string, string>>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
interface Options {
  readonly ip?: string
  readonly host?: string
}

const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'x-console-page': '1' }

/** What a page of the console does: it keeps the session's cookie, and asks as a browser on a page of the same host. */
export class Browser {
  /** `name=value` of the cookie; null: none. */
  cookie: string | null = null
  /** The last `Set-Cookie`, as it came. */
  setCookie: string | null = null
  /** Sent as `X-Console-Account`. */
  account: string | null = null
  /** How many mails there were when it asked for its last code. */
  #mailsBefore = 0
  readonly #of: { readonly app: Server['app']; readonly mails: readonly Mail[] }
  readonly #ip: string
  readonly #host: string
  constructor(of: { readonly app: Server['app']; readonly mails: readonly Mail[] }, { ip, host }: Options = {}) {
    this.#of = of
    this.#ip = addressOf(ip ?? '203.0.113.7')
    this.#host = host ?? 'console.example'
  }

  /** A request as any page of any site may send it. */
  async send(method: Method, url: string, { body, headers = {} }: { body?: unknown; headers?: Headers } = {}) {
    const own = this.cookie === null ? {} : { cookie: this.cookie }
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const reply = await this.#of.app.inject({
      ...{ method, url, remoteAddress: this.#ip },
      headers: { host: this.#host, 'user-agent': 'test', ...own, ...json, ...headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const set = reply.headers['set-cookie']
    if (typeof set === 'string') {
      this.setCookie = set
      const [pair = ''] = set.split(';')
      this.cookie = pair.endsWith('=') ? null : pair
    }
    const { request_id: requestId, ...rest } = reply.payload.startsWith('{') ? JSON.parse(reply.payload) : {}
    const isRefusal = reply.statusCode >= 400
    const read = isRefusal ? rest : { ...rest, ...(requestId === undefined ? {} : { request_id: requestId }) }
    const answered: BrowserReply = {
      ...{ status: reply.statusCode, headers: reply.headers, body: read, code: read.error?.code },
      requestId: isRefusal ? requestId : undefined,
    }
    return answered
  }

  /** A request of the console's own page. */
  ask(method: Method, url: string, body?: unknown): Promise<BrowserReply> {
    const chosen = this.account === null ? {} : { 'x-console-account': this.account }
    return this.send(method, url, { body, headers: { ...OWN_PAGE, ...chosen } })
  }
  post(path: string, body: object = {}): Promise<BrowserReply> {
    if (path.endsWith('/code')) this.#mailsBefore = this.#of.mails.length
    return this.ask('POST', `/console${path}`, body)
  }
  admin(method: Method, path: string, body?: object): Promise<BrowserReply> {
    return this.ask(method, `/admin/v1${path}`, body)
  }
  /** The last mail to an address since this browser asked for a code. It goes out beside the answer, so it is waited for. */
  async lastMail(to: string): Promise<Mail> {
    for (let turn = 0; turn < 10_000; turn += 1) {
      const found = this.#of.mails.slice(this.#mailsBefore).findLast((mail) => mail.to === to)
      if (found) return found
      await setTimeout(1)
    }
    throw new Error(`no mail went to ${to}`)
  }
  /** Asks for a code, and reads it in the mail. */
  async askCode(email: string): Promise<{ sign_in: string; code: string }> {
    const { status, body } = await this.post('/sign-in/code', { email })
    if (status !== 202) throw new Error(`no code: ${status} ${JSON.stringify(body)}`)
    return { sign_in: body.sign_in, code: codeIn(await this.lastMail(email.toLowerCase())) }
  }
  /** Signs in by a mailed code. */
  async signIn(email: string): Promise<BrowserReply> {
    return await this.post('/sign-in', await this.askCode(email))
  }
  /** Accepts an invitation with the code that is emailed to its address. */
  async accept(email: string, token: string, name?: string): Promise<BrowserReply> {
    const { status, body } = await this.post('/invitation/code', { token })
    if (status !== 202) throw new Error(`no code: ${status} ${JSON.stringify(body)}`)
    const proof = { acceptance: body.acceptance, code: codeIn(await this.lastMail(email)) }
    return await this.post('/invitation/accept', { token, ...proof, ...(name !== undefined && { name }) })
  }
  /** Signs in and opens an account. @returns What the sign-up answered. */
  async signUp(email: string, account_name = 'Acme'): Promise<BrowserReply> {
    await this.signIn(email)
    return await this.post('/sign-up', { account_name })
  }
}

/** An address of its own for any text that is none. */
const addressOf = (text: string): string =>
  isIP(text) ? text : `10.${[...createHash('sha256').update(text).digest().subarray(0, 3)].join('.')}`

/** The code in a mail. */
export function codeIn({ text }: Mail): string {
  const [code] = /\d{4} \d{4}/.exec(text) ?? []
  if (code === undefined) throw new Error(`no code in: ${text}`)
  return code
}
/** The fragment of the link in a mail, or of a link. */
export function tokenIn(text: string): string {
  const [, token] = /#(\w+)/.exec(text) ?? []
  if (token === undefined) throw new Error(`no token in: ${text}`)
  return token
}
