import { spawn } from 'node:child_process'
import { mkdir, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const PROJECT = fileURLToPath(new URL('../../tsconfig.json', import.meta.url))
const LOCK = fileURLToPath(new URL('../../node_modules/.parakh-build', import.meta.url))
const STALE_MS = 300_000

/** The project of the command, which is compiled on its own. */
export const CLI_PROJECT = fileURLToPath(new URL('../../../cli/tsconfig.json', import.meta.url))

/**
 * Compiles what has changed, as server processes run built code. Two test files that start at once do it one after the other: they
 * would write the same files.
 *
 * @throws With the compiler's words.
 */
export async function buildServers(project: string = PROJECT): Promise<void> {
  while (!(await takeLock())) await sleep(100)
  try {
    await compile(project)
  } finally {
    await rm(LOCK, { recursive: true, force: true })
  }
}

async function takeLock(): Promise<boolean> {
  try {
    await mkdir(LOCK)
    return true
  } catch {
    // Whoever had it died with it.
    const since = await stat(LOCK).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    )
    if (Date.now() - since > STALE_MS) await rm(LOCK, { recursive: true, force: true })
    return false
  }
}

async function compile(project: string): Promise<void> {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const child = spawn(process.execPath, [tsc, '-b', project], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`the servers could not be built:\n${Buffer.concat(said).toString('utf8')}`)
}
