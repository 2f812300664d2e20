import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Clock, ParsedHttpSource } from '@parakh/core'
import type { ExchangeRequest } from '../exchange/exchange.ts'
import { ExpressionFailure } from '../expression/expression-failure.ts'
import type { Compiler, Scope } from './compiler.ts'
import { checkHeaderName, evaluateHeaders } from './headers.ts'

type Described = NonNullable<ParsedHttpSource['signature']>
/** Signs a request as it is sent, with a timestamp and a nonce of its own. @throws ExpressionFailure */
export type Signer = (request: ExchangeRequest, reference: string) => Promise<ExchangeRequest>

const MADE: Scope = { timestamp: ['seconds', 'milliseconds', 'iso'], nonce: null, reference: null }
const SIGNED: Scope = {
  ...{ method: null, path: null, query: null, headers: null, text: null, digest: ['hex', 'base64'] },
  ...MADE,
}

/**
 * Compiles how the requests of a source are signed.
 *
 * @param path Where it stands in the configuration.
 */
export function compileRequestSignature(
  described: Described,
  path: string,
  { compiler, clock }: { readonly compiler: Compiler; readonly clock: Pick<Clock, 'now'> },
): Signer {
  const { header, algorithm, encoding, secret, prefix } = described
  checkHeaderName(header, `${path}.header`, compiler)
  const headers = Object.entries(described.headers).map(([name, text]) => {
    checkHeaderName(name, `${path}.headers.${name}`, compiler)
    return [name, compiler.expression(text, `${path}.headers.${name}`, MADE)] as const
  })
  const content = compiler.expression(described.content, `${path}.content`, SIGNED)
  return async (request, reference) => {
    const made = { timestamp: timestampOf(clock.now()), nonce: randomBytes(16).toString('hex'), reference }
    const unsigned = { ...request, headers: { ...request.headers, ...(await evaluateHeaders(headers, made)) } }
    const signed = await content.evaluate({ ...seen(unsigned, algorithm), ...made })
    if (typeof signed !== 'string') throw new ExpressionFailure('SIGNED_CONTENT')
    const signature = createHmac(algorithm, secret).update(signed).digest(encoding)
    return { ...unsigned, headers: { ...unsigned.headers, [header.toLowerCase()]: prefix + signature } }
  }
}

const timestampOf = (now: Date) => ({
  seconds: Math.floor(now.getTime() / 1_000),
  milliseconds: now.getTime(),
  iso: now.toISOString(),
})

/** What is signed can be made of: the request as it is written to the connection. */
function seen({ method, path, headers, body }: ExchangeRequest, algorithm: Described['algorithm']) {
  const at = path.indexOf('?')
  const text = body ?? ''
  const hash = createHash(algorithm).update(text).digest()
  return {
    ...{ method, headers, text },
    path: at < 0 ? path : path.slice(0, at),
    query: at < 0 ? '' : path.slice(at + 1),
    digest: { hex: hash.toString('hex'), base64: hash.toString('base64') },
  }
}
