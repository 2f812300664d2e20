import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { serverErrors } from '../error-codes.ts'
import { importDefault } from './import-module.ts'
import { protectVariables } from './protect-variables.ts'

/** A configuration file as read, and the line of each path in it. */
export interface ConfigurationFile {
  readonly value: unknown
  /** True for YAML and JSON, whose texts hold `${VAR}`. */
  readonly textual: boolean
  /** The line of a path or of the nearest path above it; undefined where unknown. */
  line(path: string): number | undefined
}

const unreadable = (detail: string) => serverErrors.error('CONFIGURATION_UNREADABLE', { detail })

function fromYaml(text: string, file: string): ConfigurationFile {
  const counter = new LineCounter()
  const { text: safe, restore } = protectVariables(text)
  const document = parseDocument(safe, { lineCounter: counter, prettyErrors: true })
  const [problem] = document.errors
  if (problem) throw unreadable(`${file}: ${restore(problem.message)}`)
  const lines = new Map<string, number>()
  visit(document, {
    Pair(_, pair, ancestors) {
      if (!isScalar(pair.key) || !pair.key.range) return
      const above = ancestors.flatMap((node) => ('key' in node && isScalar(node.key) ? [String(node.key.value)] : []))
      lines.set([...above, String(pair.key.value)].join('.'), counter.linePos(pair.key.range[0]).line)
    },
  })
  return { value: restore(document.toJS()), textual: true, line: (path) => lineOf(lines, path) }
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
    const loaded = await importDefault(file).catch((error: unknown) => {
      throw unreadable(`${file}: ${error instanceof Error ? error.message : String(error)}`)
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
