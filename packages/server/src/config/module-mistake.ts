import { readFile } from 'node:fs/promises'
import { isParakhError } from '@parakh/core'

/** The codes of Node and the compiler for an import that does not exist. */
const NOT_FOUND = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED']

/** The position of a syntax error in TypeScript or JavaScript; null: none. */
async function placeOfSyntax(file: string): Promise<string | null> {
  const source = await readFile(file, 'utf8').catch(() => '')
  const { createJiti } = await import('jiti')
  // The compiler reports the error only as a code with the line from 1 and the column from 0.
  const compiled = createJiti(file).transform({ source, filename: file, ts: true, async: true })
  if (!compiled.startsWith('exports.__JITI_ERROR__')) return null
  const [, line, column] = /"line":(\d+),"column":(\d+)/.exec(compiled) ?? []
  return line === undefined ? '' : `line ${line}, column ${Number(column) + 1}: `
}

/**
 * The message for a module that could not be imported: messages of the compiler and of Node never reach a user. The message of an error
 * that the module itself throws is kept.
 *
 * @param file Its path.
 * @param thrown The value that its import threw.
 * @example
 * await moduleMistake('/srv/acme/parakh.config.ts', error) // 'line 4, column 3: the syntax is wrong. Allowed: …'
 */
export async function moduleMistake(file: string, thrown: unknown): Promise<string> {
  if (!(thrown instanceof Error)) return 'it threw what is no error'
  if (isParakhError(thrown)) return thrown.message
  const place = await placeOfSyntax(file)
  if (place !== null)
    return `${place}the syntax is wrong: what stands here does not fit what stands before it. Allowed: TypeScript or JavaScript`
  const { name, message } = thrown
  if ('code' in thrown && NOT_FOUND.includes(String(thrown.code))) {
    const imported = /'([^'\n]+)'/.exec(message)?.[1]
    return `it imports ${imported ?? 'a module'}, which is not there. Allowed: an installed package, or a path with its extension`
  }
  if (name === 'SyntaxError' || message.startsWith('ParseError: '))
    return 'a module that it imports has a wrong syntax, or no export of a name that is imported from it'
  const said = name === 'Error' && !('code' in thrown)
  if (said) return message
  const line = thrown.stack?.split('\n').find((one) => one.includes(file))
  const at = line?.slice(line.indexOf(file) + file.length).match(/^:(\d+)/)?.[1]
  return `it threw ${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}${at === undefined ? '' : ` in line ${at}`}`
}
