// `npm test`: set-up and every test, on SQLite and on a PostgreSQL that the run starts for itself. `npm run test:long` gives it
// `--long`: the tests over random operations, kills and races run as often as docs/reference/reliability.md asks.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from './run-step.mjs'
import { setUp } from './set-up.mjs'

const LONG = '--long'
/** So many files are listed. */
const SLOWEST = 15

/**
 * Runs vitest; its own report goes to this terminal, the counts to a file.
 *
 * @param {string} countsFile
 * @returns {Promise<number>}
 */
async function runVitest(countsFile) {
  const args = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${countsFile}`,
    ...process.argv.slice(2).filter((arg) => arg !== LONG),
  ]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...(process.argv.includes(LONG) ? { PARAKH_FULL: '1' } : {}) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return await new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/**
 * Prints the slowest files and the counts.
 *
 * @param {string} countsFile
 * @returns {boolean} Whether everything passed.
 */
function printCounts(countsFile) {
  const counts = JSON.parse(readFileSync(countsFile, 'utf8'))
  printSlowest(counts.testResults)
  const { numPassedTests, numFailedTests, numTotalTests, success } = counts
  const skipped = numTotalTests - numPassedTests - numFailedTests
  if (skipped > 0) console.log(`${skipped} skipped (each says which data file it lacks)`)
  console.log(`${numPassedTests} passed, ${numFailedTests} failed`)
  return success === true
}

/**
 * Prints the files whose tests took longest, without what they import: the next one to be split or slimmed is among them.
 *
 * @param {readonly { name: string, startTime: number, endTime: number }[]} files
 */
function printSlowest(files) {
  const taken = files.map(({ name, startTime, endTime }) => ({ file: relative(ROOT, name), ms: endTime - startTime }))
  const slowest = taken.sort((one, other) => other.ms - one.ms).slice(0, SLOWEST)
  console.log(`The ${slowest.length} slowest of ${files.length} files, in seconds:`)
  for (const { file, ms } of slowest) console.log(`${(ms / 1_000).toFixed(1).padStart(8)}  ${file}`)
}

const folder = mkdtempSync(join(tmpdir(), 'parakh-test-'))
try {
  await setUp()
  const countsFile = join(folder, 'counts.json')
  const code = await runVitest(countsFile)
  process.exitCode = printCounts(countsFile) ? code : code || 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
