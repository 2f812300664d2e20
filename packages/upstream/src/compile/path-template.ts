import type { Expression } from '../expression/expression.ts'
import { ExpressionFailure } from '../expression/expression-failure.ts'
import type { Compiler, Scope } from './compiler.ts'
import { asText } from './text.ts'

/** Fills the `{{ }}` of a path. */
export type PathTemplate = (data: object) => Promise<string>

const LITERAL = /^[\x21-\x7e]*$/

/**
 * Compiles a path such as `/v1/pan/{{ input.pan }}`: each part is URL-encoded, must not be empty and cannot leave its segment.
 *
 * @param path Where it stands in the configuration.
 */
export function compilePath(
  text: string,
  path: string,
  { compiler, scope }: { compiler: Compiler; scope: Scope },
): PathTemplate {
  const parts: (string | Expression)[] = []
  for (const [index, piece] of text.split('{{').entries()) {
    const end = index === 0 ? 0 : piece.indexOf('}}')
    if (end < 0) {
      compiler.fault('PATH_TEMPLATE', path, { reason: 'a {{ has no }}' })
      break
    }
    if (index > 0) parts.push(compiler.expression(piece.slice(0, end), path, scope))
    const literal = index === 0 ? piece : piece.slice(end + 2)
    if (!LITERAL.test(literal) || literal.includes('#')) {
      compiler.fault('PATH_TEMPLATE', path, {
        reason: 'it has a character that a path cannot hold. Allowed: URL-encoded text',
      })
    }
    parts.push(literal)
  }
  return async (data) => {
    const filled = await Promise.all(parts.map((part) => (typeof part === 'string' ? part : fill(part, data))))
    return withinItsSegments(filled.join(''))
  }
}

async function fill(part: Expression, data: object): Promise<string> {
  const text = asText(await part.evaluate(data))
  if (text === null || text === '') throw new ExpressionFailure('EMPTY_PATH_PART')
  return encodeURIComponent(text)
}

/** Neither `..` nor `%2e%2e` from an input may reach another resource of the upstream. */
function withinItsSegments(path: string): string {
  const segments = (path.split('?', 1)[0] ?? '').replace(/%2e/gi, '.').split('/')
  if (segments.includes('.') || segments.includes('..')) throw new ExpressionFailure('PATH_LEAVES_SEGMENT')
  return path
}
