// What the published packages bring with them: a CycloneDX SBOM of it, whose every component has a known hash and a licence for closed products; a
// lockfile that names the hash of everything; install scripts of those alone that pnpm-workspace.yaml allows.
// `npm run sbom -- <file>` keeps the SBOM.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readPackage } from './packages.mjs'
import { ROOT } from './run-step.mjs'

/** Each permits use in a product whose source is closed (docs/decisions/dependencies.md). */
const LICENCES = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['OFL-1.1', 'Python-2.0', 'Unlicense', 'Zlib'],
])

/** What a package states in a file alone. */
const STATED_IN_FILE = new Map([['png-js@2.0.0', 'MIT']])

/**
 * @typedef {{ alg: string, content: string }} Hash
 * @typedef {{ license: { id?: string, name?: string } } | { expression: string }} Licence
 * @typedef {{ group?: string, name: string, version: string, purl?: string, licenses?: Licence[], externalReferences?: { hashes?: Hash[] }[] }} Component
 */

/** One licence of an `OR` is enough; of an `AND` each has to be allowed. @param {string} expression */
const isAllowed = (expression) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => LICENCES.has(licence.trim())))

/** @param {Component} component */
function faultsOfComponent({ group, name, version, licenses = [], externalReferences = [] }) {
  const what = `${group ? `${group}/` : ''}${name}@${version}`
  const texts = licenses.map((one) =>
    'expression' in one ? one.expression : (one.license.id ?? one.license.name ?? ''),
  )
  const stated = texts.length > 0 ? texts : [STATED_IN_FILE.get(what) ?? 'unknown']
  const licence = stated.every(isAllowed) ? [] : [`${what}: licence ${stated.join(', ')}`]
  const isOurs = group?.startsWith('@parakh') === true
  const isHashed = externalReferences.some(({ hashes = [] }) => hashes.some(({ alg }) => alg === 'SHA-512'))
  return [...licence, ...(isOurs || isHashed ? [] : [`${what}: the SBOM has no SHA-512 of it`])]
}

/** Everything in the lockfile has its hash, and comes from the registry. */
function faultsOfLockfile() {
  const lines = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8').split('\n')
  const sources = lines.filter((line) => line.includes('resolution: {'))
  const isPinned = (/** @type {string} */ line) => line.includes('integrity: sha512-') && !line.includes('tarball:')
  return sources.filter((line) => !isPinned(line)).map((line) => `pnpm-lock.yaml: ${line.trim()}`)
}

/** @param {string} file */
function writeSbom(file) {
  const { packageManager } = readPackage('.')
  const asked = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--prod', '--out', file]
  const { status, stderr } = spawnSync('npx', ['--yes', packageManager, ...asked], { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`pnpm ${asked.join(' ')} ended with ${status}: ${stderr}`)
  /** @type {{ bomFormat: string, components: Component[] }} */
  const { bomFormat, components } = JSON.parse(readFileSync(file, 'utf8'))
  if (bomFormat !== 'CycloneDX' || components.length === 0) throw new Error(`${file} is no SBOM`)
  return components
}

const folder = mkdtempSync(join(tmpdir(), 'parakh-sbom-'))
try {
  const [kept] = process.argv.slice(2)
  const components = writeSbom(kept === undefined ? join(folder, 'sbom.json') : resolve(kept))
  const faults = [...faultsOfLockfile(), ...components.flatMap(faultsOfComponent)]
  for (const fault of faults) console.error(fault)
  console.log(`${components.length} components, ${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
