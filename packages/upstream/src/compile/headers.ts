import type { Expression } from '../expression/expression.ts'
import { ExpressionFailure } from '../expression/expression-failure.ts'
import type { Compiler } from './compiler.ts'
import { asText } from './text.ts'

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** Headers that frame the request or that this package answers for. */
const OURS: readonly string[] = [
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
/** Compressed replies are refused: a small one could unfold into a huge one. */
const DEFAULTS = { accept: 'application/json', 'user-agent': 'parakh', 'accept-encoding': 'identity' }

/** Notes names that cannot be sent. */
export function checkHeaderName(name: string, path: string, compiler: Compiler): void {
  if (!TOKEN.test(name)) compiler.fault('HEADER_NOT_ALLOWED', path, { name, reason: 'it is not a header name' })
  if (OURS.includes(name.toLowerCase())) {
    compiler.fault('HEADER_NOT_ALLOWED', path, { name, reason: 'the framework sets it' })
  }
}

/** Checks the literal headers of a source, and adds the defaults. Values are never shown: they hold keys. */
export function literalHeaders(
  headers: Readonly<Record<string, string>>,
  path: string,
  compiler: Compiler,
): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    checkHeaderName(name, `${path}.${name}`, compiler)
    if (!VALUE.test(value)) {
      compiler.fault('HEADER_NOT_ALLOWED', `${path}.${name}`, {
        name,
        reason: 'its value has a line break or a character beyond latin1',
      })
    }
  }
  return { ...DEFAULTS, ...lowerCased(headers) }
}

/** Evaluates the headers of one request. One that gives nothing is left out. */
export async function evaluateHeaders(
  headers: readonly (readonly [name: string, Expression])[],
  data: object,
): Promise<Readonly<Record<string, string>>> {
  const sent: [string, string][] = []
  for (const [name, expression] of headers) {
    const value = await expression.evaluate(data)
    if (value === undefined) continue
    const text = asText(value)
    if (text === null || !VALUE.test(text)) throw new ExpressionFailure('HEADER_VALUE')
    sent.push([name, text])
  }
  return lowerCased(Object.fromEntries(sent))
}

const lowerCased = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
