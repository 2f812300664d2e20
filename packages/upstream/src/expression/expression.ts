import { createRequire } from 'node:module'
import type jsonata from 'jsonata'
import { ExpressionFailure } from './expression-failure.ts'
import { plainJson } from './plain-json.ts'

const load = createRequire(import.meta.url)

/** How deep one expression may nest its evaluation. */
const MAX_STACK = 500
/** How many items one intermediate result may have. */
const MAX_SEQUENCE = 100_000
/** JSONata's own codes: a letter and four digits. Its messages hold values, so only the code is ever shown. */
const JSONATA_CODE = /^[A-Z]\d{4}$/

/** A syntax error: JSONata's words, and the character where it stands, counted from 0. */
export interface SyntaxFault {
  readonly reason: string
  readonly position: number
}

/** A JSONata expression, compiled. */
export interface Expression {
  /** The syntax tree, for checks. */
  readonly tree: unknown
  /**
   * Evaluates it within the time bound.
   *
   * @param data What names in the expression refer to.
   * @returns Plain JSON, or undefined where the expression gives nothing.
   * @throws ExpressionFailure
   */
  evaluate(data: object): Promise<unknown>
}

/**
 * Compiles a JSONata expression, hardened: bound in time, depth and length, without `$eval`.
 *
 * @param text The expression.
 * @param timeoutMs The most one evaluation may take, in milliseconds.
 */
export function compileExpression(text: string, timeoutMs: number): Expression | SyntaxFault {
  // Loaded with the first expression: a server without an HTTP source keeps ten megabytes less.
  const compile: typeof jsonata = load('jsonata')
  let compiled: jsonata.Expression
  try {
    compiled = compile(text, { timeout: timeoutMs, stack: MAX_STACK, sequence: MAX_SEQUENCE })
  } catch (thrown) {
    return syntaxFault(thrown)
  }
  compiled.assign('eval', undefined)
  compiled.registerFunction('pad', padded, '<s-ns?:s>')
  return {
    tree: compiled.ast(),
    evaluate: async (data) => {
      try {
        return plainJson(await compiled.evaluate(data))
      } catch (thrown) {
        throw thrown instanceof ExpressionFailure ? thrown : new ExpressionFailure(codeOf(thrown))
      }
    },
  }
}

/**
 * `$pad` within the bound of lists: its own takes any width, also one that a source answered, and the text can be too long for the process.
 *
 * @param width Below zero: filled up before the text.
 * @throws ExpressionFailure `TOO_LONG`
 */
function padded(text: string | undefined, width: number, filler = ''): string | undefined {
  if (text === undefined) return undefined
  if (Math.abs(width) > MAX_SEQUENCE) throw new ExpressionFailure('TOO_LONG')
  const signs = filler === '' ? [' '] : [...filler]
  const missing = Math.max(0, Math.abs(Math.trunc(width)) - [...text].length)
  const fill = Array.from({ length: missing }, (_, at) => signs[at % signs.length]).join('')
  return width < 0 ? `${fill}${text}` : `${text}${fill}`
}

function codeOf(thrown: unknown): string {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : null
  return typeof code === 'string' && JSONATA_CODE.test(code) ? code : 'FAILED'
}

function syntaxFault(thrown: unknown): SyntaxFault {
  const found = typeof thrown === 'object' && thrown !== null ? thrown : {}
  return {
    reason: 'message' in found && typeof found.message === 'string' ? found.message : codeOf(thrown),
    position: 'position' in found && typeof found.position === 'number' ? found.position : 0,
  }
}
