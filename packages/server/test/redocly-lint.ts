import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const COMMANDS = fileURLToPath(new URL('../../../node_modules/.bin/', import.meta.url))

interface Report {
  readonly problems: readonly { ruleId: string; message: string; location: readonly { pointer?: string }[] }[]
}

/** The findings of redocly in an OpenAPI document, including warnings, one per line. */
export async function lintProblems(document: object): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parakh-redocly-'))
  try {
    const file = join(folder, 'openapi.json')
    // The linter warns of localhost, the host of a test server.
    await writeFile(file, JSON.stringify({ ...document, servers: [{ url: 'https://api.acme.in' }] }, null, 2))
    const { stdout } = await run(join(COMMANDS, 'redocly'), ['lint', '--format=json', file], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      maxBuffer: 50_000_000,
      cwd: folder,
    }).catch((error: { stdout: string }) => error)
    const report: Report = JSON.parse(stdout.slice(stdout.indexOf('{')))
    return report.problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
  } finally {
    await rm(folder, { recursive: true })
  }
}
