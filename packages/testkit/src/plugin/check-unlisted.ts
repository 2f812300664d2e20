import { isDeepStrictEqual } from 'node:util'
import type { HostedEndpoint } from '@parakh/kernel'
import type { TestHost } from '../host/create-test-host.ts'
import { type CatalogueReply, send } from './catalogue-call.ts'
import { unlistedInput } from './unlisted-input.ts'

/** What an answer says, without what differs from call to call: ids, the envelope, the balance. */
function saying(hosted: HostedEndpoint, { response, body }: CatalogueReply, ids: readonly string[]): unknown {
  if (response.status >= 300 || typeof body !== 'object' || body === null)
    return { status: response.status, code: response.code }
  const { envelope, endpoint } = hosted
  const fields = Object.keys(endpoint.data.shape)
  const data =
    envelope.data === 'nested'
      ? (body as { data?: unknown }).data
      : Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)))
  return ids.reduce((text, id) => text.replaceAll(id, '<id>'), JSON.stringify(data))
}

async function checkEndpoint(
  test: TestHost,
  hosted: HostedEndpoint,
  input: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const params = Object.fromEntries(hosted.parameters.map((name) => [name, input[name]]))
  // The same name twice is what a unique field refuses: it is asked without one.
  const apart = [...hosted.parameters, hosted.endpoint.unique?.field]
  const fields = Object.fromEntries(Object.entries(input).filter(([name]) => !apart.includes(name)))
  const ask = async (requestId: string) => {
    const reply = await send(test, { hosted, params, fields, requestId })
    const reference = test.store.tables.usage.find((row) => row.requestId === requestId)?.reference
    return { reply, said: saying(hosted, reply, [requestId, ...(reference === undefined ? [] : [reference])]) }
  }
  const first = await ask(`${hosted.endpoint.id}.unlisted-1`)
  const soon = await ask(`${hosted.endpoint.id}.unlisted-2`)
  // An endpoint may let its caller wait between two of the same, if it says for how long.
  const waitSeconds =
    first.reply.response.outcome === 'refused' ? 0 : Number(soon.reply.response.headers['retry-after'] ?? 0)
  test.clock.advance(waitSeconds * 1_000)
  const second = waitSeconds === 0 ? soon : await ask(`${hosted.endpoint.id}.unlisted-3`)
  const { outcome, status, code } = first.reply.response
  const problems: string[] = []
  if (outcome === 'failed') problems.push(`an unlisted input looks like an outage: ${status} ${String(code)}`)
  if (outcome === 'refused') problems.push(`a valid, unlisted input is refused: ${status} ${String(code)}`)
  if (!isDeepStrictEqual(first.said, second.said)) problems.push('the same unlisted input is answered in two ways')
  return problems
}

/**
 * Whether valid input that no fixture lists answers like the real service: the same for the same, and never as an outage.
 *
 * @param inputs By endpoint id, where none can be derived from the success fixture.
 */
export async function checkUnlisted(
  test: TestHost,
  inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {},
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const hosted of test.host.endpoints) {
    const input = inputs[hosted.endpoint.id] ?? (hosted.endpoint.uses ? unlistedInput(hosted.endpoint) : null)
    if (input === null) continue
    const found = await checkEndpoint(test, hosted, input)
    problems.push(...found.map((problem) => `${hosted.endpoint.id}: ${problem}`))
  }
  return problems
}
