import { DevelopmentMode, defineRoute, invalidInput, issueText, type Route, type RouteRequest } from '@parakh/core'
import * as z from 'zod'
import { ConsoleParts, mailLanguage, type Visitor } from '../people/console-parts.ts'
import { Cookies } from '../sign-in/cookies.ts'
import { requireOwnPage } from '../sign-in/same-origin.ts'
import { SingleSignOn } from '../sign-in/single-sign-on.ts'

const LARGEST_BODY_BYTES = 16_384

/** What a route of the console answers. */
export interface ConsoleReply {
  readonly status?: number
  /** Absent: no body. */
  readonly body?: object
  /** The token of the session from now on; null removes it. Absent: as it is. */
  readonly session?: string | null
}
interface Definition<I extends z.ZodType> {
  readonly id: `console.${string}`
  readonly method?: 'GET' | 'POST'
  readonly path: `/console/${string}`
  readonly input: I
  handle(given: {
    readonly input: z.output<I>
    readonly visitor: Visitor
    readonly parts: ConsoleParts
    readonly sso: SingleSignOn
    readonly development: DevelopmentMode
  }): Promise<ConsoleReply>
}

/** Declares a JSON route of the sign-in. What is unsafe comes from a page of this host; refusals have the form of the admin API. */
export const consoleRoute = <I extends z.ZodType>({ id, method = 'POST', path, input, handle }: Definition<I>): Route =>
  defineRoute({
    ...{ id, method, path, bodyLimitBytes: LARGEST_BODY_BYTES },
    needs: { cookies: Cookies, parts: ConsoleParts, sso: SingleSignOn, development: DevelopmentMode },
    async handle({ request, answer, cookies, ...services }) {
      try {
        requireOwnPage(request)
        const visitor = await visitorOf(request, cookies, services.parts)
        const reply = await handle({ input: parsed(input, request), visitor, ...services })
        const { status = 200, body, session } = reply
        const cookie = session === undefined ? {} : { 'set-cookie': cookies.set(session) }
        const headers = { ...HEADERS, ...cookie }
        return body === undefined ? { status, headers } : { status, headers, body: JSON.stringify(body) }
      } catch (error) {
        const refused = answer.refusal(error)
        return { ...refused, headers: { ...refused.headers, ...HEADERS } }
      }
    },
  })

async function visitorOf(
  { ip, host, headers }: RouteRequest,
  cookies: Cookies,
  { mails }: ConsoleParts,
): Promise<Visitor> {
  const { 'user-agent': agent = '', 'accept-language': languages = '' } = headers
  const hostname = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
  const limitedTo = (await mails.brandAt(hostname))?.accountId ?? null
  return { ip, agent, hostname, limitedTo, language: mailLanguage(languages), token: cookies.read(headers) }
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

function parsed<I extends z.ZodType>(schema: I, { method, body }: RouteRequest): z.output<I> {
  const read = z.safeParse(schema, method === 'POST' ? jsonOf(body) : {})
  if (read.success) return read.data
  const fields = read.error.issues.map(
    (issue) => [issue.path.map(String).join('.') || 'body', issueText(issue)] as const,
  )
  throw invalidInput(Object.fromEntries(fields))
}

function jsonOf(body: Uint8Array): unknown {
  try {
    // PostgreSQL cannot look up a NUL.
    return body.length === 0 ? {} : JSON.parse(Buffer.from(body).toString('utf8').replaceAll('\\u0000', ''))
  } catch {
    throw invalidInput({ body: 'must be JSON' })
  }
}
