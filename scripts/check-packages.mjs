// Packs every public package as it would be published, with declarations, checks the tarballs with publint and attw, and runs the feature from
// outside against them.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { worksPacked } from './install-packed.mjs'
import { packages, readPackage } from './packages.mjs'
import { ROOT } from './run-step.mjs'

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

/** What the compiler writes for itself, and maps to sources that are not published. */
const NOT_PUBLISHED = /\.(tsbuildinfo|map)$/

/** @param {string} tarball */
function carriesWhatItShould(tarball) {
  const { stdout } = spawnSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
  const found = stdout.split('\n').filter((name) => NOT_PUBLISHED.test(name))
  for (const name of found) console.error(`${tarball}: ${name} is published`)
  return stdout !== '' && found.length === 0
}

const folder = mkdtempSync(join(tmpdir(), 'parakh-pack-'))
try {
  if (!succeeds('npm', ['run', '--silent', 'declarations'], ROOT)) throw new Error('there are no declarations')
  const { packageManager } = readPackage('.')
  const published = packages().filter((path) => readPackage(path).private !== true)
  const packed = published.map((path) =>
    succeeds('npx', ['--yes', packageManager, 'pack', '--pack-destination', folder], join(ROOT, path)),
  )
  const checked = readdirSync(folder).map((name) => {
    const tarball = join(folder, name)
    const good =
      carriesWhatItShould(tarball) &&
      succeeds('node_modules/.bin/publint', ['run', tarball, '--strict'], ROOT) &&
      succeeds('node_modules/.bin/attw', [tarball, '--profile', 'esm-only'], ROOT)
    console.log(`${good ? 'good' : 'BAD '} ${name}`)
    return good
  })
  const isWhole = [...packed, ...checked].every(Boolean) && checked.length === published.length
  const given = { project: join(folder, 'stranger'), tarballs: folder, published, test: 'referral-credits.test.ts' }
  process.exitCode = isWhole && worksPacked('examples/referral-credits', given) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
