import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { exchangesOf, resultOf } from './exchanges.ts'
import type { AnswerRow, GuidePage } from './guide-page.ts'
import type { Exchange } from './guide-upstream.ts'
import type { Customer, ServedGuide } from './served-guide.ts'
import { readRequest } from './shown-http.ts'
import { differences, fill, type Known } from './shown-text.ts'

const Body = z.record(z.string(), z.unknown())
const Status = z.object({
  data: z
    .object({
      ref_id: z.string(),
      state: z.enum(['pending', 'completed', 'failed']),
      result: Body.nullable(),
      refunded: z.number(),
    })
    .loose(),
})

/** How often a read is asked while its upstream is not available. */
const READ_ATTEMPTS = 3

/** What a caller got. */
export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
}
/** One customer who makes calls of a page. */
export interface Trial {
  readonly guide: ServedGuide
  readonly page: GuidePage
  readonly customer: Customer
  /** Of the calls so far. */
  readonly known: Known
}
/** A call of a page. */
export interface Call {
  /** `send-otp`, or with a word for one of several: `agristack-farmer-pdf:by-aadhaar`. */
  readonly name: string
  readonly requestId: string
}

/** The endpoint that a call is made of. */
export const endpointOf = (call: string): string => call.split(':')[0] ?? ''

/** @returns A call with a request id of its own. */
export const newCall = (name: string): Call => ({ name, requestId: randomUUID() })

/** Where a call goes; a legacy one has its key there too. */
function urlOf({ guide, customer }: Trial, { name }: Call, given: { path: string; query: object }): URL {
  const url = new URL(given.path, guide.url)
  for (const [key, value] of Object.entries(given.query)) url.searchParams.set(key, String(value))
  const hosted = guide.server.host.endpoints.find(({ endpoint }) => endpoint.id === endpointOf(name))
  if (hosted?.envelope.name === 'legacy') url.searchParams.set('api_key', customer.apiKey)
  return url
}

/** Makes a call as its page shows it. */
export async function send(trial: Trial, call: Call): Promise<Answer> {
  const shown = readRequest(fill(trial.page.block('call', call.name).text, trial.known))
  const answer = await fetch(urlOf(trial, call, shown), {
    method: shown.method,
    headers: { ...trial.customer.headers, ...shown.headers, 'x-request-id': call.requestId },
    ...(shown.body === '' ? {} : { body: shown.body }),
  })
  return { status: answer.status, headers: answer.headers, body: Body.parse(await answer.json()) }
}

/** Where a call stands: `GET /api/v1/requests/{ref_id}`, by its request id. Null where nothing of it is kept, as of trouble. */
export async function standing({ guide, customer }: Trial, { requestId }: Call) {
  const answer = await fetch(new URL(`/api/v1/requests/${requestId}`, guide.url), { headers: customer.headers })
  return answer.status === 404 ? null : Status.parse(await answer.json()).data
}

/** A reference that a page shows is the one of the call; one that it does not show is known from here on. */
async function checkReference(trial: Trial, call: Call): Promise<string[]> {
  const ref_id = (await standing(trial, call))?.ref_id
  if (ref_id === undefined) return []
  const shown = trial.known.get('reference')
  trial.known.set('reference', ref_id)
  return shown === undefined || shown === ref_id ? [] : [`the reference is ${ref_id}, and elsewhere ${shown}`]
}

/** What the page shows against what was answered. */
export function answerProblems(trial: Trial, row: AnswerRow, { body, headers }: Answer): string[] {
  if (row.status === 200)
    return differences([JSON.parse(resultOf(trial.page, row).text), body], trial.known, 'the answer')
  const { code } = z.object({ code: z.string() }).safeParse(body['error']).data ?? { code: body['message'] }
  const problems = code === row.says ? [] : [`it says "${code}", and the page "${row.says}"`]
  return row.status === 503 && !headers.has('retry-after') ? [...problems, 'it has no Retry-After'] : problems
}

/** Each document that an answer links to has to be one. */
async function documentProblems({ guide }: Trial, { body }: Answer): Promise<string[]> {
  const links = [...JSON.stringify(body).matchAll(/"pdf_url":"([^"]+)"/g)].map(([, link]) => new URL(link ?? ''))
  const problems: string[] = []
  for (const { pathname } of links) {
    const bytes = new Uint8Array(await (await fetch(new URL(pathname, guide.url))).arrayBuffer())
    if (Buffer.from(bytes.subarray(0, 5)).toString() !== '%PDF-') problems.push(`${pathname} is no PDF`)
  }
  return problems
}

/** A read is asked again where the upstream is not available, a write that was sent never. */
function askedProblems({ guide }: Trial, { call }: AnswerRow, { name, status }: Exchange): string[] {
  const hosted = guide.server.host.endpoints.find(({ endpoint }) => endpoint.id === endpointOf(call))
  const isRead = hosted?.endpoint.uses?.operations[name]?.effect === 'read'
  const times = isRead && status >= 500 ? READ_ATTEMPTS : 1
  const asked = guide.upstream.asked.filter((one) => one === name).length
  return asked === times ? [] : [`${name} was asked ${asked} times, and not ${times}`]
}

/**
 * Makes a call whose upstream replies as a row says.
 *
 * @returns What is not as the page says.
 */
export async function make(trial: Trial, row: AnswerRow, call: Call): Promise<string[]> {
  const { upstream } = trial.guide
  const exchanges = exchangesOf(trial.page, row.reply, row.call)
  upstream.play(exchanges, trial.known)
  const answer = await send(trial, call)
  const asked = [...upstream.surprises, ...exchanges.flatMap((exchange) => askedProblems(trial, row, exchange))]
  if (answer.status !== row.status) return [...asked, `it is ${answer.status}: ${JSON.stringify(answer.body)}`]
  return [
    ...asked,
    ...(await checkReference(trial, call)),
    ...answerProblems(trial, row, answer),
    ...(await documentProblems(trial, answer)),
  ]
}
