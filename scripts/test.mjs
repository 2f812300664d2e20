// `npm test`: set-up and every test, on SQLite and on a PostgreSQL that the run starts for itself. `npm run test:long` gives it
// `--long`: the tests over random operations, kills and races run as often as docs/reference/reliability.md asks.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './run-step.mjs'
import { setUp } from './set-up.mjs'

const LONG = '--long'

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
 * Prints the counts.
 *
 * @param {string} countsFile
 * @returns {boolean} Whether everything passed.
 */
function printCounts(countsFile) {
  const { numPassedTests, numFailedTests, numTotalTests, success } = JSON.parse(readFileSync(countsFile, 'utf8'))
  const skipped = numTotalTests - numPassedTests - numFailedTests
  if (skipped > 0) console.log(`${skipped} skipped (each says which data file it lacks)`)
  console.log(`${numPassedTests} passed, ${numFailedTests} failed`)
  return success === true
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
