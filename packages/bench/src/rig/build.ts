import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const BUILD = fileURLToPath(new URL('../../../../scripts/build.mjs', import.meta.url))

/**
 * Builds the packages that changed, as server processes run built code. It may run in several test files at once.
 *
 * @throws With the words of the build.
 */
export async function buildServers(): Promise<void> {
  const child = spawn(process.execPath, [BUILD], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`the servers could not be built:\n${Buffer.concat(said).toString('utf8')}`)
}
