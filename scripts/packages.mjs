import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from './run-step.mjs'

const PACKAGE_FOLDERS = ['packages', 'packages/features', 'packages/providers', 'packages/gateways', 'examples']

/**
 * What is read of a package.json.
 *
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version
 * @property {boolean} [private]
 * @property {string} packageManager
 * @property {Record<string, string>} [scripts]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { '@parakh/source': string, default: string }>} [exports]
 */

/**
 * The folders of all packages, from the root.
 *
 * @returns {string[]}
 */
export function packages() {
  return PACKAGE_FOLDERS.flatMap((parent) =>
    readdirSync(join(ROOT, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(ROOT, parent, entry.name, 'package.json')))
      .map((entry) => `${parent}/${entry.name}`),
  )
}

/**
 * @param {string} folder
 * @returns {Package}
 */
export function readPackage(folder) {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
}

/**
 * The packages that are built, by their folders from the root: those below packages/ that say how.
 *
 * @returns {string[]}
 */
export const builtPackages = () => packages().filter((folder) => readPackage(folder).scripts?.build?.startsWith('tsup'))

/**
 * The entries of a package by their path in `dist`, without the extension. A package that exports nothing is built file for file: its
 * processes start one another by path.
 *
 * @param {string} folder
 * @returns {Record<string, string> | null}
 */
export function entriesOf(folder) {
  const { exports } = readPackage(folder)
  if (!exports) return null
  return Object.fromEntries(
    Object.values(exports).map((entry) => [
      relative('dist', entry.default).replace(/\.js$/, ''),
      join(ROOT, folder, entry['@parakh/source']),
    ]),
  )
}
