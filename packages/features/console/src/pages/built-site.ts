import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** A built file in each form that is sent. */
export interface BuiltFile {
  readonly type: string
  readonly plain: Uint8Array
  /** Null: it was not made, because it would save nothing. */
  readonly br: Uint8Array | null
  readonly gzip: Uint8Array | null
}

/** The built pages in memory. */
export interface BuiltSite {
  /** The page of every path, with places for what a request decides. Null: the pages were never built. */
  readonly html: string | null
  /** By file name: `main-B3f.js`. Names have a hash of their content. */
  readonly assets: ReadonlyMap<string, BuiltFile>
}

/**
 * Reads all built files, once: no path of a request reaches a disk.
 *
 * @param folder Made by the build of console-pages: `index.html`, and `assets` with `.br` and `.gz` beside each file.
 */
export function readSite(folder: string): BuiltSite {
  const files = filesIn(join(folder, 'assets'))
  const assets = [...files].flatMap(([name, plain]) => {
    const type = TYPES[extname(name)]
    if (type === undefined) return []
    return [
      [name, { type, plain, br: files.get(`${name}.br`) ?? null, gzip: files.get(`${name}.gz`) ?? null }] as const,
    ]
  })
  return { html: filesIn(folder).get('index.html')?.toString('utf8') ?? null, assets: new Map(assets) }
}

function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const entries = readEntries(folder).filter((entry) => entry.isFile())
  return new Map(entries.map(({ name }) => [name, readFileSync(join(folder, name))]))
}

/** A folder that is not there has no files: the pages of a checkout are built by `npm start` and `npm test`. */
function readEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
