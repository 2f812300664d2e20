import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs a command to its end, and keeps its output to itself unless it fails.
 *
 * @param {string} title What is being done, for the reader.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<void>}
 * @throws {Error} with the whole output when the command fails.
 */
export async function runStep(title, command, args) {
  const startedAt = performance.now()
  process.stdout.write(`${title} … `)
  const { code, output } = await capture(command, args)
  if (code !== 0) {
    process.stdout.write('failed\n')
    throw new Error(`${title} failed (${command} ${args.join(' ')}):\n${output}`)
  }
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number | null, output: string }>}
 */
async function capture(command, args) {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // pnpm must not ask whether node_modules may be replaced.
    env: { ...process.env, CI: 'true' },
    shell: process.platform === 'win32',
  })
  /** @type {string[]} */
  const parts = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (/** @type {string} */ text) => parts.push(text))
  }
  return await new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code, output: parts.join('') }))
  })
}
