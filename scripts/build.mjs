// `npm run build`: builds each package whose sources changed since it was built, all in one process.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtPackages, entriesOf } from './packages.mjs'
import { ROOT } from './run-step.mjs'

/** What each package was built from; inside node_modules, so that whoever deletes that folder deletes it too. */
const STAMPS = join(ROOT, 'node_modules', '.parakh', 'built.json')
const LOCK = join(ROOT, 'node_modules', '.parakh', 'building')
/** A process that held the lock for so long has died. */
const STALE_MS = 300_000
/** A change of these builds every package again. */
const SHARED = ['package.json', 'tsup.config.mjs', 'tsconfig.base.json']

/**
 * The source files of a package, in order.
 *
 * @param {string} folder
 * @returns {string[]}
 */
const sources = (folder) =>
  readdirSync(join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => `${folder}/src/${name}`)

/**
 * Changes when a package must be built again: with what it is built from, and when its entries were written by somebody else or are gone.
 *
 * @param {string} folder
 * @returns {string}
 */
function stampOf(folder) {
  const hash = createHash('sha256')
  for (const file of [...SHARED, `${folder}/package.json`, ...sources(folder)])
    hash.update(file).update(readFileSync(join(ROOT, file)))
  for (const name of Object.keys(entriesOf(folder) ?? { index: '' }))
    hash.update(`${statSync(join(ROOT, folder, 'dist', `${name}.js`), { throwIfNoEntry: false })?.mtimeMs}`)
  return hash.digest('hex')
}

/** @param {readonly string[]} folders */
const stampsOf = (folders) => Object.fromEntries(folders.map((folder) => [folder, stampOf(folder)]))

/** Two processes that build at once, such as `npm start` beside `npm test`, would delete each other's files. */
async function takeLock() {
  mkdirSync(dirname(LOCK), { recursive: true })
  for (;;) {
    try {
      mkdirSync(LOCK)
      return
    } catch {
      const { mtimeMs = Date.now() } = statSync(LOCK, { throwIfNoEntry: false }) ?? {}
      if (Date.now() - mtimeMs > STALE_MS) rmSync(LOCK, { recursive: true, force: true })
      await sleep(100)
    }
  }
}

process.chdir(ROOT)
await takeLock()
try {
  const folders = builtPackages()
  const before = existsSync(STAMPS) ? JSON.parse(readFileSync(STAMPS, 'utf8')) : {}
  const now = stampsOf(folders)
  const changed = folders.filter((folder) => before[folder] !== now[folder])
  if (changed.length > 0) {
    const [{ build }, { buildOf }] = await Promise.all([import('tsup'), import('../tsup.config.mjs')])
    await Promise.all(changed.map((folder) => build({ ...buildOf(folder), config: false })))
    writeFileSync(STAMPS, JSON.stringify({ ...now, ...stampsOf(changed) }))
  }
} finally {
  rmSync(LOCK, { recursive: true, force: true })
}
