import type { AnswerRow, Block, GuidePage } from './guide-page.ts'
import type { Exchange } from './guide-upstream.ts'
import { readRequest } from './shown-http.ts'

/** `find` of `find/answer`. */
export const operationOf = (reply: string): string => reply.split('/')[0] ?? ''

/** The name of what is told of a call for one reply or one async result: `instant-pan-find/answer`. */
const toldName = (call: string, reply: string): string => `${call}/${reply.split('/')[1]}`

/** A page may show a request of its own for one of several calls. */
const requestOf = (page: GuidePage, operation: string, call: string): Block =>
  page.find('request', `${operation}/${call}`) ?? page.block('request', operation)

/** The request for a token, where the source of a page has to have one. */
const hasToken = (page: GuidePage): boolean => page.find('request', 'token') !== undefined

/**
 * What the upstream is sent and replies, after the request for a token that a page may show.
 *
 * @param reply `find/answer`, `linkMobile.status/no`; empty where nothing is asked.
 * @param call The call that makes it ask.
 */
export function exchangesOf(page: GuidePage, reply: string, call: string): Exchange[] {
  if (reply === '') return []
  const name = operationOf(reply)
  const { attributes, text } = page.block('reply', reply)
  const request = readRequest(requestOf(page, name, call).text)
  const asked = { name, request, status: Number(attributes['status']), reply: text }
  return [...(hasToken(page) && name !== 'token' ? exchangesOf(page, 'token/answer', call) : []), asked]
}

/** The answer of a call to a reply, as the page shows it. */
export const resultOf = (page: GuidePage, { call, reply }: AnswerRow): Block =>
  page.block('result', reply === '' ? call : toldName(call, reply))

/** Where a call stands after an async result, where the page shows the whole of it. */
export const asyncResultOf = (page: GuidePage, call: string, result: string): Block | undefined =>
  page.find('async-result', toldName(call, result))

/** The blocks of a page that its rows make use of. */
export function triedBlocks(page: GuidePage): Block[] {
  const asked = (reply: string, call = ''): Block[] =>
    reply === '' ? [] : [page.block('reply', reply), requestOf(page, operationOf(reply), call)]
  const answers = page.answers.flatMap((row) => [
    ...[page.block('call', row.call), ...asked(row.reply, row.call)],
    ...(row.status === 200 ? [resultOf(page, row)] : []),
    ...(row.charged === 'held' ? ['answer', 'no'] : []).flatMap((says) =>
      asked(`${operationOf(row.reply)}.status/${says}`),
    ),
  ])
  const results = page.results.flatMap(({ call, result: name, by }) => [
    ...[asyncResultOf(page, call, name) ?? []].flat(),
    ...(by === 'callback' ? [page.block('callback', name)] : asked(name.replace('/', '.status/'))),
  ])
  const token = hasToken(page) ? asked('token/answer') : []
  return [page.block('section', page.id), page.block('environment', page.id), ...token, ...answers, ...results]
}
