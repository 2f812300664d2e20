import type { Ask, Attempt, ParsedHttpSource, ProviderOperation, WriteImplementation } from '@parakh/core'
import { type ExchangeTarget, exchange } from '../exchange/exchange.ts'
import { HttpTrouble } from '../exchange/http-trouble.ts'
import { ExpressionFailure } from '../expression/expression-failure.ts'
import { expressionInput } from '../expression/plain-json.ts'
import { compileReply, REPLY_SCOPE, type ReplyReader } from './reply.ts'
import { compileRequest, type RequestData, type RequestTemplate, type SourceBase } from './request.ts'

type DescribedOperation = ParsedHttpSource['operations'][string]

/** What an operation is compiled for. */
export interface OperationPurpose {
  readonly base: SourceBase
  /** Names the provider in errors. */
  readonly provider: string
  readonly operationName: string
  readonly operation: ProviderOperation
  /** Where to send; opened once the source turned out to be free of faults. */
  readonly target: () => ExchangeTarget
}
type Compiled = Ask<unknown, unknown> | WriteImplementation<unknown, unknown>

/**
 * Compiles one described operation.
 *
 * @param path Where it stands in the configuration.
 */
export function compileOperation(described: DescribedOperation, path: string, purpose: OperationPurpose): Compiled {
  const { base, operation, operationName, target } = purpose
  const input = Object.keys(operation.input.shape)
  const request = compileRequest(described, path, { base, scope: { input, reference: null } })
  const scope = { ...REPLY_SCOPE, input }
  const reply = compileReply(described, path, { ...purpose, compiler: base.compiler, scope })
  const send: Ask<unknown, unknown> = (given, attempt) => {
    const data = { input: expressionInput(given), reference: attempt.call.reference }
    return run({ request, reply, target: target() }, data, attempt)
  }
  if (operation.effect === 'read') {
    if (described.status) base.compiler.fault('STATUS_NOT_ALLOWED', `${path}.status`, { name: operationName })
    return send
  }
  const status = compileStatus(described, path, purpose)
  return status ? { send, status } : { send }
}

/** How to learn what became of a write: asked with our reference alone, for the input is not at hand after a crash. */
function compileStatus(
  { status, record }: DescribedOperation,
  path: string,
  purpose: OperationPurpose,
): WriteImplementation<unknown, unknown>['status'] {
  if (!status) return undefined
  const { base, target } = purpose
  const request = compileRequest(status, `${path}.status`, { base, scope: { reference: null } })
  const described = { none: status.none, record: status.record ?? record }
  const reply = compileReply(described, `${path}.status`, { ...purpose, compiler: base.compiler, scope: REPLY_SCOPE })
  return (reference, attempt) => run({ request, reply, target: target() }, { reference }, attempt)
}

interface Exchanged {
  readonly request: RequestTemplate
  readonly reply: ReplyReader
  readonly target: ExchangeTarget
}

async function run({ request, reply, target }: Exchanged, data: RequestData, { signal }: Attempt): Promise<unknown> {
  const built = await request(data).catch((thrown: unknown) => {
    const code = thrown instanceof ExpressionFailure ? thrown.code : 'FAILED'
    throw new HttpTrouble('unprocessable', `${target.provider}: the request cannot be built (${code})`, { sent: false })
  })
  return reply(await exchange(target, built, signal), data)
}
