// House rules that no linter knows: file sizes, catch-all names, databases left behind, and that a release note is there.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { ROOT } from './run-step.mjs'

const MOST_LINES = 350
const CATCH_ALL = /^(utils?|helpers?|common|misc|types|routes)\.(ts|tsx|mjs|js)$/
const SOURCE = /\.(ts|tsx|mjs|cjs|js)$/
const GENERATED = new Set(['node_modules', 'dist', 'coverage', 'data', 'site', '.git'])

/**
 * Every source file below a folder.
 *
 * @param {string} folder
 * @returns {string[]}
 */
function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (GENERATED.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourceFiles(path)
    return SOURCE.test(entry.name) ? [path] : []
  })
}

/**
 * What is wrong with one file.
 *
 * @param {string} path
 * @returns {string[]}
 */
function faultsOf(path) {
  const name = relative(ROOT, path)
  const lines = readFileSync(path, 'utf8').split('\n').length - 1
  const faults = []
  if (lines > MOST_LINES) faults.push(`${name}: ${lines} lines. Allowed: ${MOST_LINES}`)
  if (CATCH_ALL.test(basename(path))) faults.push(`${name}: a catch-all name. Allowed: a name for what the file holds`)
  return faults
}

const faults = ['packages', 'examples', 'scripts', 'test']
  .flatMap((folder) => sourceFiles(join(ROOT, folder)))
  .flatMap(faultsOf)
const SQLITE = Buffer.from('SQLite format 3')
for (const entry of readdirSync(ROOT, { withFileTypes: true }))
  if (entry.isFile() && readFileSync(join(ROOT, entry.name)).subarray(0, SQLITE.length).equals(SQLITE))
    faults.push(`${entry.name}: a database. Allowed: source; a command that was run here made this file`)
const notes = readdirSync(join(ROOT, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md')
if (notes.length === 0) faults.push('.changeset: no release note. Allowed: one a change, made by npx changeset')

for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
