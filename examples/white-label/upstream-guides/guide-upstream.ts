import {
  type FakeUpstream,
  type FakeUpstreamOptions,
  fakeUpstream,
  reply,
  type UpstreamReply,
  type UpstreamRequest,
} from '@parakh/testkit'
import type { ShownRequest } from './shown-http.ts'
import { signed } from './shown-signature.ts'
import { differences, fill, type Known } from './shown-text.ts'

/** A request that the upstream of a page is sent, and what it replies. */
export interface Exchange {
  /** The operation, or `linkMobile.status`. */
  readonly name: string
  readonly request: ShownRequest
  readonly status: number
  /** JSON. */
  readonly reply: string
}

/** An upstream as a page describes it. */
export interface PlayedUpstream extends AsyncDisposable {
  readonly url: string
  /** The names of the exchanges that took place, in order. */
  readonly asked: readonly string[]
  /** Each request that is not as the page shows one, with what differs. */
  readonly surprises: readonly string[]
  /** Says what it is to reply from now on, and forgets what was. */
  play(exchanges: readonly Exchange[], known: Known): void
}

/** What every request has; the README of the guides says so. */
const OF_EVERY_REQUEST = ['accept', 'accept-encoding', 'connection', 'content-length', 'host', 'user-agent']

function bodyOf(body: string, contentType: unknown): unknown {
  if (body === '') return null
  if (contentType === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(body))
  return JSON.parse(body)
}

/** A shown form may be broken into lines at its ampersands. */
const shownBody = ({ body, headers }: ShownRequest): unknown =>
  bodyOf(headers['content-type']?.includes('form') ? body.replaceAll('\n', '') : body, headers['content-type'])

/** What is known of the requests to an upstream. */
interface Knowing {
  readonly known: Known
  /** The variables of the pages, which signatures are made with. */
  readonly environment: Readonly<Record<string, string>>
}

function problemsOf(shown: ShownRequest, sent: UpstreamRequest, { known, environment }: Knowing): string[] {
  const headers = Object.entries(sent.headers).filter(([name]) => !OF_EVERY_REQUEST.includes(name))
  const { method, path, query } = shown
  const named = Object.entries(shown.headers).map(([name, value]) => [name, signed(value, sent, environment)])
  const asShown = { method, path, query, headers: Object.fromEntries(named), body: shownBody(shown) }
  const asSent = {
    ...{ method: sent.method, path: sent.path, query: sent.query },
    headers: Object.fromEntries(headers),
    body: bodyOf(sent.body, sent.headers['content-type']),
  }
  return differences([asShown, asSent], known)
}

/**
 * Starts an upstream that replies to the requests of a page, and to nothing else.
 *
 * @param environment The variables of the pages.
 */
export async function playedUpstream(
  environment: Readonly<Record<string, string>>,
  options: FakeUpstreamOptions,
): Promise<PlayedUpstream> {
  const upstream: FakeUpstream = await fakeUpstream(options)
  const asked: string[] = []
  const surprises: string[] = []
  let exchanges: readonly Exchange[] = []
  let known: Known = new Map()
  const answer: UpstreamReply = async (exchange) => {
    const problems: string[] = []
    for (const { name, request, status, reply: shown } of exchanges) {
      // What a request that differs made known must not be known to the next.
      const tried: Known = new Map(known)
      const found = problemsOf(request, exchange.request, { known: tried, environment })
      if (found.length > 0) {
        problems.push(...found.map((problem) => `${name}: ${problem}`))
        continue
      }
      for (const [key, value] of tried) known.set(key, value)
      asked.push(name)
      return await reply.json(JSON.parse(fill(shown, known)), { status })(exchange)
    }
    const { method, path } = exchange.request
    surprises.push(`${method} ${path}: ${problems.join('; ') || 'nothing is to be asked'}`)
    return await reply.status(418)(exchange)
  }
  upstream.answer(answer)
  return {
    ...{ url: upstream.url.replace('https://127.0.0.1', 'https://localhost'), asked, surprises },
    play(next, names) {
      exchanges = next
      known = names
      asked.length = 0
    },
    [Symbol.asyncDispose]: () => upstream.close(),
  }
}
