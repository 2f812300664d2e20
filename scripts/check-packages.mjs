// Packs every public package as it would be published, and checks the tarballs with publint and attw.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './run-step.mjs'
import { packages, readPackage } from './set-up.mjs'

/**
 * Runs a command to its end; shows what it says when it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {boolean}
 */
function succeeds(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) console.error(`${command} ${args.join(' ')}\n${stdout}${stderr}`)
  return status === 0
}

const folder = mkdtempSync(join(tmpdir(), 'parakh-pack-'))
try {
  const { packageManager } = readPackage('.')
  const published = packages().filter((path) => readPackage(path).private !== true)
  const packed = published.map((path) =>
    succeeds('npx', ['--yes', packageManager, 'pack', '--pack-destination', folder], join(ROOT, path)),
  )
  const checked = readdirSync(folder).map((name) => {
    const tarball = join(folder, name)
    const good =
      succeeds('node_modules/.bin/publint', ['run', tarball, '--strict'], ROOT) &&
      succeeds('node_modules/.bin/attw', [tarball, '--profile', 'esm-only'], ROOT)
    console.log(`${good ? 'good' : 'BAD '} ${name}`)
    return good
  })
  process.exitCode = [...packed, ...checked].every(Boolean) && checked.length === published.length ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
