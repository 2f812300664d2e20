import type { AnyCodeProvider, ParsedHttpSource, Provider, SignedRequest } from '@parakh/core'
import { HttpTrouble } from '../exchange/http-trouble.ts'
import { parseJson } from '../exchange/json.ts'
import type { Expression } from '../expression/expression.ts'
import { ExpressionFailure } from '../expression/expression-failure.ts'
import type { Compiler } from './compiler.ts'

type Described = NonNullable<ParsedHttpSource['callback']>
type Callback = NonNullable<AnyCodeProvider['callback']>
/** What a callback is compiled for. */
export interface CallbackPurpose {
  readonly compiler: Compiler
  readonly contract: Provider
  readonly source: ParsedHttpSource
  /** Names the provider in errors. */
  readonly provider: string
}

/**
 * Compiles how an upstream's callback is verified and read.
 *
 * @param path Where it stands in the configuration.
 */
export function compileCallback(described: Described, path: string, purpose: CallbackPurpose): Callback {
  const { compiler, contract, source, provider } = purpose
  const writes = Object.keys(source.operations).filter((name) => contract.operations[name]?.effect === 'write')
  if (!writes.includes(described.operation)) {
    compiler.fault('CALLBACK_OPERATION', `${path}.operation`, {
      allowed: writes.join(', ') || 'none, it describes no write',
    })
  }
  const scope = { body: null, headers: null }
  const readReference = compiler.expression(described.reference, `${path}.reference`, scope)
  const readRecord = compiler.expression(described.record, `${path}.record`, scope)
  const genuine = compileSignature(described.signature, `${path}.signature`, compiler)
  return async (request) => {
    if (!(await genuine(request))) return null
    const parsed = parseJson(request.body)
    const unusable = (what: string, reason: string) =>
      new HttpTrouble('unprocessable', `${provider}: a callback ${what}`, { sent: true, replied: true, reason })
    if (!parsed.ok) throw unusable('that is not proper JSON', 'not_json')
    const seen = { body: parsed.value, headers: request.headers }
    const failed = (thrown: unknown): never => {
      throw thrown instanceof ExpressionFailure
        ? unusable(`that does not fit the mapping (${thrown.code})`, `mapping_${thrown.code}`)
        : thrown
    }
    const reference = await readReference.evaluate(seen).catch(failed)
    const record = await readRecord.evaluate(seen).catch(failed)
    if (typeof reference !== 'string' || reference === '') throw unusable('without a reference', 'no_reference')
    if (typeof record !== 'object' || record === null) throw unusable('without a record', 'no_record')
    return { operation: described.operation, reference, record }
  }
}

/** An HMAC over the body as received, or over what an expression makes of it, compared in constant time. */
function compileSignature(
  { header, algorithm, encoding, secret, content }: Described['signature'],
  path: string,
  compiler: Compiler,
): (request: SignedRequest) => Promise<boolean> {
  const signed =
    content === undefined ? null : compiler.expression(content, `${path}.content`, { headers: null, text: null })
  return async (request) => {
    const given = request.headers[header.toLowerCase()]?.trim().replace(new RegExp(`^${algorithm}=`, 'i'), '')
    const bytes = signed ? await signedText(signed, request) : request.body
    if (given === undefined || bytes === null) return false
    const hex = request.hmac(algorithm, secret, bytes)
    if (encoding === 'hex') return request.equal(hex, given.toLowerCase())
    return request.equal(Buffer.from(hex, 'hex').toString('base64'), given)
  }
}

/** What an expression says is signed; null, so not genuine, where it cannot be made of what came. */
async function signedText(signed: Expression, { headers, body }: SignedRequest): Promise<string | null> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    const content = await signed.evaluate({ headers, text })
    return typeof content === 'string' ? content : null
  } catch {
    return null
  }
}
