import type { ConfigurationFault } from '@parakh/core'
import { upstreamErrors } from '../error-codes.ts'
import { compileExpression, type Expression } from '../expression/expression.ts'
import { mentionsVariable, rootNames } from '../expression/names.ts'

/** What an expression may refer to: names, and below each the allowed ones, or null where they cannot be known. */
export type Scope = Readonly<Record<string, readonly string[] | null>>

const NOTHING: Expression = { tree: null, evaluate: async () => undefined }

/** Compiles the expressions of one source and gathers everything that is wrong with it. */
export class Compiler {
  readonly faults: ConfigurationFault[] = []
  readonly #timeoutMs: number

  /** @param timeoutMs The most one evaluation may take, in milliseconds. */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** Notes a fault. */
  fault(
    code: keyof typeof upstreamErrors.codes,
    path: string,
    facts: Readonly<Record<string, string | number>> = {},
  ): void {
    this.faults.push(upstreamErrors.fault(code, path, facts))
  }

  /**
   * Compiles one expression, or notes its faults and gives a stand-in, so that the rest is checked as well.
   *
   * @param path Where it stands in the configuration.
   * @param scope What it may refer to.
   */
  expression(text: string, path: string, scope: Scope): Expression {
    const compiled = compileExpression(text, this.#timeoutMs)
    if ('reason' in compiled) {
      this.fault('EXPRESSION_SYNTAX', path, { reason: compiled.reason, position: compiled.position })
      return NOTHING
    }
    if (mentionsVariable(compiled.tree, 'eval')) this.fault('EXPRESSION_FORBIDDEN', path, { name: 'eval' })
    this.#checkNames(compiled, path, scope)
    return compiled
  }

  #checkNames(expression: Expression, path: string, scope: Scope): void {
    for (const { root, next } of rootNames(expression.tree)) {
      const below = scope[root]
      if (below === undefined) {
        this.fault('EXPRESSION_NAME_UNKNOWN', path, { name: root, allowed: Object.keys(scope).join(', ') })
      } else if (below && next !== null && !below.includes(next)) {
        const allowed = below.map((name) => `${root}.${name}`).join(', ')
        this.fault('EXPRESSION_NAME_UNKNOWN', path, { name: `${root}.${next}`, allowed })
      }
    }
  }
}
