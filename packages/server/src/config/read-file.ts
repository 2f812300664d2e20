import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { serverErrors } from '../error-codes.ts'
import { importDefault } from './import-module.ts'
import { moduleMistake } from './module-mistake.ts'
import { protectVariables } from './protect-variables.ts'
import { readValue, yamlMistake } from './yaml-mistake.ts'

/** The value of a configuration file, and the line of each path in it. */
export interface ConfigurationFile {
  readonly value: unknown
  /** True for YAML and JSON, whose texts may contain `${VAR}`. */
  readonly textual: boolean
  /** The line of a path or of the nearest path above it; undefined: unknown. */
  line(path: string): number | undefined
}

const unreadable = (detail: string, cause?: unknown) =>
  serverErrors.error('CONFIGURATION_UNREADABLE', { detail }, cause === undefined ? {} : { cause })

function fromYaml(text: string, file: string): ConfigurationFile {
  const counter = new LineCounter()
  const { text: safe, restore } = protectVariables(text)
  // A pretty error repeats the line, which may contain a secret.
  const document = parseDocument(safe, { lineCounter: counter, prettyErrors: false, stringKeys: true })
  const read = yamlMistake(document, safe) ?? readValue(document)
  if ('detail' in read) {
    const { line, col } = counter.linePos(read.offset)
    // Placeholders are shorter than the variables in the file.
    const column = String(restore(safe.slice(read.offset - col + 1, read.offset))).length + 1
    throw unreadable(`${file}: line ${line}, column ${column}: ${restore(read.detail)}`, read.cause)
  }
  const lines = new Map<string, number>()
  const keep = (node: unknown, above: readonly string[]): void => {
    for (const { name, at, value } of childrenOf(node)) {
      const path = [...above, name]
      if (isNode(at) && at.range) lines.set(path.join('.'), counter.linePos(at.range[0]).line)
      keep(value, path)
    }
  }
  keep(document.contents, [])
  return { value: restore(read.value), textual: true, line: (path) => lineOf(lines, path) }
}

/** The entries of a map or a list: name in a path, position and value. */
function childrenOf(
  node: unknown,
): readonly { readonly name: string; readonly at: unknown; readonly value: unknown }[] {
  if (isSeq(node)) return node.items.map((item, index) => ({ name: String(index), at: item, value: item }))
  if (!isMap(node)) return []
  return node.items.flatMap(({ key, value }) => (isScalar(key) ? [{ name: String(key.value), at: key, value }] : []))
}

function lineOf(lines: ReadonlyMap<string, number>, path: string): number | undefined {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const line = lines.get(at)
    if (line !== undefined) return line
  }
  return undefined
}

/**
 * Reads a configuration file: YAML or JSON (with positions), or a module in TypeScript or JavaScript by its default export.
 *
 * @param file Its path.
 * @throws `CONFIGURATION_UNREADABLE`
 */
export async function readConfigurationFile(file: string): Promise<ConfigurationFile> {
  const kind = extname(file)
  if (['.ts', '.mts', '.js', '.mjs', '.cjs'].includes(kind)) {
    const loaded = await importDefault(file).catch(async (error: unknown) => {
      throw unreadable(`${file}: ${await moduleMistake(file, error)}`, error)
    })
    return { value: loaded, textual: false, line: () => undefined }
  }
  if (!['.yaml', '.yml', '.json'].includes(kind))
    throw unreadable(`${file}: the kind of file is not known. Allowed: .yaml, .yml, .json, .ts, .mts, .js, .mjs`)
  const text = await readFile(file, 'utf8').catch(() => {
    throw unreadable(`${file}: there is no such file, or it cannot be read`)
  })
  return fromYaml(text, file)
}
