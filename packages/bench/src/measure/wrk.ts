import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { CallerHeaders } from '../servers/ready.ts'

const run = promisify(execFile)

/** Whether wrk is on the path: it takes half of what autocannon takes of the processors that the servers want too. */
export const HAS_WRK = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'wrk')))

/** What one wrk is told. */
export interface WrkOptions {
  readonly url: string
  readonly path: string
  readonly callers: readonly CallerHeaders[]
  readonly connections: number
  readonly seconds: number
}
/** What it saw: how often each time was waited. */
export interface WrkResult {
  readonly calls: number
  readonly seconds: number
  readonly times: readonly (readonly [milliseconds: number, count: number])[]
}

const MICROSECONDS_PER_SECOND = 1_000_000
const MICROSECONDS_PER_MILLISECOND = 1_000

/**
 * Calls by wrk, one thread of it. Each request is of the next caller, so that no wallet is hotter than the others.
 *
 * @throws when any call failed or does not answer 2xx or 3xx.
 */
export async function byWrk({ url, path, callers, connections, seconds }: WrkOptions): Promise<WrkResult> {
  const folder = await mkdtemp(join(tmpdir(), 'parakh-wrk-'))
  const script = join(folder, 'calls.lua')
  try {
    await writeFile(script, lua(path, callers))
    const given = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url]
    const { stdout } = await run('wrk', given)
    const [told = ''] = stdout.split('RESULT ').slice(1)
    const [counts = '', ...rows] = told.trim().split('\n')
    const [calls = 0, microseconds = 0, failed = 0, timeouts = 0] = counts.split(' ').map(Number)
    if (failed > 0 || calls === 0)
      throw new Error(`of ${calls} calls ${failed} failed (${timeouts} had no answer in time)`)
    const times = rows
      .map((row) => row.split(' ').map(Number))
      .map(([time = 0, count = 0]) => [time / MICROSECONDS_PER_MILLISECOND, count] as const)
    return { calls, seconds: microseconds / MICROSECONDS_PER_SECOND, times }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const lua = (path: string, callers: readonly CallerHeaders[]): string => `
local requests = {}
${callers.map((headers) => `requests[#requests + 1] = wrk.format('GET', '${path}', {${fields(headers)}})`).join('\n')}
local next = 0
function request()
  next = next % #requests + 1
  return requests[next]
end
function done(summary, latency)
  local e = summary.errors
  local failed = e.connect + e.read + e.write + e.status + e.timeout
  print(string.format('RESULT %d %d %d %d', summary.requests, summary.duration, failed, e.timeout))
  for place = 1, #latency do
    print(string.format('%d %d', latency(place)))
  end
end
`

/** wrk itself adds no Host to a request that a script formats. */
const fields = (headers: CallerHeaders): string =>
  Object.entries({ host: 'localhost', ...headers })
    .map(([name, value]) => `['${name}'] = '${value}'`)
    .join(', ')
