import { Identifier } from '@parakh/core'
import { isHostileKey, MAX_DEPTH } from '../hostile-keys.ts'
import { ExpressionFailure } from './expression-failure.ts'

/**
 * Copies what an expression gave into plain JSON: JSONata marks its sequences and hands out functions as values.
 *
 * @returns Undefined where the expression gave nothing.
 * @throws ExpressionFailure `FUNCTION`, `NOT_FINITE`, `FORBIDDEN_KEY` or `TOO_DEEP`.
 */
export function plainJson(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new ExpressionFailure('TOO_DEEP')
  if (typeof value === 'function') throw new ExpressionFailure('FUNCTION')
  if (typeof value === 'number' && !Number.isFinite(value)) throw new ExpressionFailure('NOT_FINITE')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => plainJson(item, depth + 1) ?? null)
  if ('_jsonata_function' in value || '_jsonata_lambda' in value) throw new ExpressionFailure('FUNCTION')
  const plain: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) {
    if (isHostileKey(key)) throw new ExpressionFailure('FORBIDDEN_KEY')
    const copy = plainJson(item, depth + 1)
    if (copy !== undefined) plain[key] = copy
  }
  return plain
}

const isIdentifier = (value: object): value is Identifier =>
  'kind' in value && value.kind === 'identifier' && 'masked' in value

/**
 * Prepares an operation's input for expressions: an `Identifier` becomes its whole text, which the upstream needs, and a date
 * its ISO text. The result goes into a request and nowhere else.
 */
export function expressionInput(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isIdentifier(value)) return Identifier.text(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(expressionInput)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expressionInput(item)]))
}
