import { createRequire } from 'node:module'
import { extname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as Jiti from 'jiti'

// CommonJS, because it loads in two thirds of the time.
const { createJiti }: typeof Jiti = createRequire(import.meta.url)('jiti')
// True: the process has a loader for TypeScript already, as when the repository runs from its sources.
const fromSource = import.meta.url.endsWith('.ts')
const conditions = [...(fromSource ? ['@parakh/source'] : []), 'node', 'import', 'default']

/** Whether a plugin name is a path. */
export const isPath = (name: string): boolean => name.startsWith('./') || name.startsWith('../') || isAbsolute(name)

/**
 * Finds a module as a file in a folder would import it.
 *
 * @param name A package name, or a path.
 * @param folder The configuration file's folder.
 * @returns Its path; undefined: not found.
 */
export function resolveModule(name: string, folder: string): string | undefined {
  const target = isPath(name) ? resolve(folder, name) : name
  const found = createJiti(join(folder, 'parakh.yaml')).esmResolve(target, { conditions, try: true })
  if (found === undefined) return undefined
  return found.startsWith('file:') ? fileURLToPath(found) : found
}

/**
 * Imports a module and returns its default export. TypeScript is compiled first.
 *
 * @param file Its path.
 */
export async function importDefault(file: string): Promise<unknown> {
  const path = resolve(file)
  if (!fromSource && ['.ts', '.mts'].includes(extname(path))) {
    return await createJiti(path).import(path, { default: true })
  }
  const loaded: unknown = await import(/* @vite-ignore */ pathToFileURL(path).href)
  if (typeof loaded !== 'object' || loaded === null) return undefined
  return 'default' in loaded ? loaded.default : undefined
}
