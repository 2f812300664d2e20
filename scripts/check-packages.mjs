// Packs every public package as it would be published, with declarations, checks the tarballs with publint and attw, and runs the feature from
// outside against them.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { worksPacked } from './install-packed.mjs'
import { packages, readPackage } from './packages.mjs'
import { ROOT } from './run-step.mjs'

/** Of what a command may print, in bytes. */
const MOST_PRINTED = 64 * 1_024 * 1_024

/**
 * @typedef {{ good: boolean, printed: string }} Ended
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<Ended>}
 */
const run = (command, args, cwd) =>
  new Promise((resolve) => {
    execFile(command, args, { cwd, maxBuffer: MOST_PRINTED }, (error, stdout, stderr) =>
      resolve({ good: error === null, printed: `${stdout}${stderr}` }),
    )
  })

/**
 * Runs a command to its end; shows what it says when it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function succeeds(command, args, cwd) {
  const { good, printed } = await run(command, args, cwd)
  if (!good) console.error(`${command} ${args.join(' ')}\n${printed}`)
  return good
}

/**
 * Each of the commands takes one core: as many run side by side as there are.
 *
 * @template T
 * @param {readonly T[]} all
 * @param {(one: T) => Promise<boolean>} check
 * @returns {Promise<boolean>} Whether all are good.
 */
async function eachGood(all, check) {
  const left = [...all]
  const lane = async () => {
    let good = true
    for (let one = left.shift(); one !== undefined; one = left.shift()) good = (await check(one)) && good
    return good
  }
  return (await Promise.all(Array.from({ length: availableParallelism() }, lane))).every(Boolean)
}

/** What the compiler writes for itself, and maps to sources that are not published. */
const NOT_PUBLISHED = /\.(tsbuildinfo|map)$/

/** @param {string} tarball */
async function carriesWhatItShould(tarball) {
  const { printed } = await run('tar', ['-tzf', tarball], ROOT)
  const found = printed.split('\n').filter((name) => NOT_PUBLISHED.test(name))
  for (const name of found) console.error(`${tarball}: ${name} is published`)
  return printed !== '' && found.length === 0
}

const folder = mkdtempSync(join(tmpdir(), 'parakh-pack-'))
try {
  if (!(await succeeds('npm', ['run', '--silent', 'declarations'], ROOT))) throw new Error('there are no declarations')
  const { packageManager } = readPackage('.')
  const published = packages().filter((path) => readPackage(path).private !== true)
  const arePacked = await eachGood(published, (path) =>
    succeeds('npx', ['--yes', packageManager, 'pack', '--pack-destination', folder], join(ROOT, path)),
  )
  const names = readdirSync(folder)
  const areGood = await eachGood(names, async (name) => {
    const tarball = join(folder, name)
    const good =
      (await carriesWhatItShould(tarball)) &&
      (await succeeds('node_modules/.bin/publint', ['run', tarball, '--strict'], ROOT)) &&
      (await succeeds('node_modules/.bin/attw', [tarball, '--profile', 'esm-only'], ROOT))
    console.log(`${good ? 'good' : 'BAD '} ${name}`)
    return good
  })
  const isWhole = arePacked && areGood && names.length === published.length
  const given = { project: join(folder, 'stranger'), tarballs: folder, published, test: 'referral-credits.test.ts' }
  process.exitCode = isWhole && worksPacked('examples/referral-credits', given) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
