import { readFile } from 'node:fs/promises'
import { isParakhError } from '@parakh/core'

/** Codes with which Node and the compiler say that an imported module does not exist. */
const NOT_FOUND = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED']

/** Where a file is no TypeScript or JavaScript; null where it is. */
async function placeOfSyntax(file: string): Promise<string | null> {
  const source = await readFile(file, 'utf8').catch(() => '')
  const { createJiti } = await import('jiti')
  // It gives no error but code, which holds the line from 1 and the column from 0.
  const compiled = createJiti(file).transform({ source, filename: file, ts: true, async: true })
  if (!compiled.startsWith('exports.__JITI_ERROR__')) return null
  const [, line, column] = /"line":(\d+),"column":(\d+)/.exec(compiled) ?? []
  return line === undefined ? '' : `line ${line}, column ${Number(column) + 1}: `
}

/**
 * Why a module could not be imported, in our words: those of the compiler and of Node never reach a user. What a module says itself, by an
 * error that it throws, stands as it is.
 *
 * @param file Its path.
 * @param thrown What its import threw.
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
