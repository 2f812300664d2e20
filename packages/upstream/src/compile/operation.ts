import type { Ask, Attempt, HttpExchange, ParsedHttpSource, ProviderOperation, WriteImplementation } from '@parakh/core'
import { HttpTrouble } from '../exchange/http-trouble.ts'
import { statusTrouble } from '../exchange/status.ts'
import { expressionInput } from '../expression/plain-json.ts'
import { compileReply, REPLY_SCOPE, type ReplyReader } from './reply.ts'
import { compileRequest, type RequestData, type RequestTemplate, type SourceBase } from './request.ts'
import { built, type Sender } from './sender.ts'

type DescribedOperation = ParsedHttpSource['operations'][string]

/** What an operation is compiled for. */
export interface OperationPurpose {
  readonly base: SourceBase
  /** Names the provider in errors. */
  readonly provider: string
  readonly operationName: string
  readonly operation: ProviderOperation
  readonly send: Sender
}
/** An operation as calls ask it, and its two halves. */
export interface CompiledOperation {
  readonly implementation: Ask<unknown, unknown> | WriteImplementation<unknown, unknown>
  readonly exchange: HttpExchange
}

/**
 * Compiles one described operation.
 *
 * @param path Where it stands in the configuration.
 */
export function compileOperation(
  described: DescribedOperation,
  path: string,
  purpose: OperationPurpose,
): CompiledOperation {
  const { base, operation, operationName, provider } = purpose
  const input = Object.keys(operation.input.shape)
  const request = compileRequest(described, path, { base, scope: { input, reference: null } })
  const scope = { ...REPLY_SCOPE, input }
  const reply = compileReply(described, path, { ...purpose, compiler: base.compiler, scope })
  const dataOf = (given: unknown, reference: string): RequestData => ({ input: expressionInput(given), reference })
  const to = { provider, send: purpose.send, request, effect: operation.effect }
  const send: Ask<unknown, unknown> = (given, attempt) =>
    run({ ...to, reply }, dataOf(given, attempt.call.reference), attempt)
  const halves: HttpExchange = {
    send: (given, attempt) => requested({ ...to, readsTrouble: true }, dataOf(given, attempt.call.reference), attempt),
    read: async (came, given, reference) => {
      const { status } = came
      const trouble = statusTrouble(status)
      const facts = { sent: true, reason: `http_${status}` }
      if (trouble) throw new HttpTrouble(trouble, `${provider}: HTTP ${status}`, facts)
      return await reply(came, dataOf(given, reference))
    },
  }
  if (operation.effect === 'read') {
    if (described.status) base.compiler.fault('STATUS_NOT_ALLOWED', `${path}.status`, { name: operationName })
    return { implementation: send, exchange: halves }
  }
  const status = compileStatus(described, path, purpose)
  return { implementation: status ? { send, status } : { send }, exchange: halves }
}

/** How to learn what became of a write: asked with our reference alone, for the input is not at hand after a crash. */
function compileStatus(
  { status, record }: DescribedOperation,
  path: string,
  purpose: OperationPurpose,
): WriteImplementation<unknown, unknown>['status'] {
  if (!status) return undefined
  const { base, provider, send } = purpose
  const request = compileRequest(status, `${path}.status`, { base, scope: { reference: null } })
  const described = { none: status.none, record: status.record ?? record }
  const reply = compileReply(described, `${path}.status`, { ...purpose, compiler: base.compiler, scope: REPLY_SCOPE })
  return (reference, attempt) => run({ provider, send, request, reply, effect: 'read' }, { reference }, attempt)
}

interface Exchanged {
  readonly provider: string
  readonly send: Sender
  readonly effect: 'read' | 'write'
  readonly request: RequestTemplate
  readonly reply: ReplyReader
  readonly readsTrouble?: boolean
}

async function run({ reply, ...to }: Exchanged, data: RequestData, attempt: Attempt): Promise<unknown> {
  return reply(await requested(to, data, attempt), data)
}

async function requested(to: Omit<Exchanged, 'reply'>, data: RequestData, { signal }: Attempt) {
  const { provider, send, effect, request, readsTrouble = false } = to
  const ready = await built(request(data), provider)
  const attempt = { signal, begunAt: performance.now(), reference: data.reference }
  return await send(ready, { ...attempt, effect, readsTrouble })
}
