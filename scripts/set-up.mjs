import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packages, readPackage } from './packages.mjs'
import { ROOT, runStep } from './run-step.mjs'

/** Kept inside node_modules, so that whoever deletes that folder deletes it too. */
const INSTALL_STAMP = join(ROOT, 'node_modules', '.parakh', 'installed')

const PAGES = 'packages/console-pages'
/** What the pages of the console were built from. */
const PAGES_STAMP = join(ROOT, 'node_modules', '.parakh', 'pages')

/**
 * Brings a clone to where it runs: dependencies, compiled packages, generated data. What is up to date is left alone.
 *
 * @returns {Promise<void>}
 * @throws {Error} with the output of the step that failed.
 */
export async function setUp() {
  await install()
  await build()
  await makeData()
  await buildPages()
}

/** Installs exactly what the lockfile says, by the pinned pnpm, unless that was done before. */
async function install() {
  const wanted = fingerprint()
  const found = existsSync(INSTALL_STAMP) ? readFileSync(INSTALL_STAMP, 'utf8') : ''
  if (found === wanted) return
  const first = found === ''
  const { packageManager } = readPackage('.')
  await runStep(
    first ? 'Installing dependencies (the first time takes a minute or two)' : 'Installing dependencies',
    'npx',
    ['--yes', packageManager, 'install', '--frozen-lockfile'],
  )
  mkdirSync(dirname(INSTALL_STAMP), { recursive: true })
  writeFileSync(INSTALL_STAMP, wanted)
}

/** Builds what has changed. */
async function build() {
  await runStep('Building', process.execPath, ['scripts/build.mjs'])
}

/** Runs the step `data` of each package that has one: what is generated from a devDependency and not kept in git. */
async function makeData() {
  for (const folder of packages()) {
    const { name, scripts } = readPackage(folder)
    if (scripts?.data)
      await runStep(`Preparing the data of ${name}`, 'npm', ['--prefix', folder, 'run', '--silent', 'data'])
  }
}

/** Builds the pages of the console where what they are built from has changed: their types are made for the check of types alone. */
async function buildPages() {
  const wanted = pagesFingerprint()
  const found = existsSync(PAGES_STAMP) ? readFileSync(PAGES_STAMP, 'utf8') : ''
  if (found === wanted && existsSync(join(ROOT, 'packages/features/console/site/index.html'))) return
  await runStep('Building the pages of the console', 'npm', ['--prefix', PAGES, 'run', '--silent', 'build'])
  writeFileSync(PAGES_STAMP, wanted)
}

function pagesFingerprint() {
  const hash = createHash('sha256')
  const sources = readdirSync(join(ROOT, PAGES, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|css)$/.test(name))
    .sort()
    .map((name) => `${PAGES}/src/${name}`)
  for (const file of ['pnpm-lock.yaml', `${PAGES}/index.html`, `${PAGES}/vite.config.ts`, ...sources])
    hash.update(file).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

/** Changes when an install would do something else: another lockfile, workspace, Node or machine. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'])
    hash.update(readFileSync(join(ROOT, file)))
  hash.update(`${process.versions.modules} ${process.platform} ${process.arch}`)
  return hash.digest('hex')
}
