import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median } from './median.ts'
import { megabytes } from './memory.ts'
import { REPETITIONS } from './settings.ts'
import { table } from './table.ts'

const PARAKH = fileURLToPath(new URL('../../../cli/bin/parakh.js', import.meta.url))
const WHITE_LABEL = fileURLToPath(new URL('../../../../examples/white-label/', import.meta.url))
/** For what a server still does after it is ready. */
const IDLE_MS = 3_000
/** Writes what a process has used to its fourth stream: at SIGUSR2, and at its end. */
const REPORT_USAGE = `
const { writeSync } = require('node:fs')
const report = () => {
  const { user, system } = process.cpuUsage()
  writeSync(3, JSON.stringify({ processorMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss() }) + '\\n')
}
process.on('SIGUSR2', report)
process.on('exit', report)
`

interface Usage {
  readonly processorMs: number
  readonly residentBytes: number
}
/** One start: until the end of a command, or until a server is ready. */
interface Start extends Usage {
  readonly elapsedMs: number
}

function start(folder: string, args: readonly string[]) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--require', join(folder, 'report-usage.cjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const reports = child.stdio[3]
  if (!(reports instanceof Readable)) throw new Error('the process has no fourth stream')
  const lines = createInterface(reports)[Symbol.asyncIterator]()
  const usage = async (): Promise<Usage> => JSON.parse((await lines.next()).value ?? '{}')
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const failed = (code: unknown): Error => new Error(`node ${args.join(' ')} ended with ${code}:\n${said}`)
  return { child, usage, failed, elapsedMs: () => performance.now() - startedAt }
}

/** Starts a server and waits for its ready line. */
async function serve(folder: string, options: readonly string[]) {
  const started = start(folder, [PARAKH, 'serve', '--development', '--port', '0', ...options])
  const { child, failed } = started
  const early = once(child, 'exit').then(([code]) => Promise.reject(failed(code)))
  if (child.stdout) await Promise.race([once(child.stdout, 'data'), early])
  early.catch(() => undefined)
  return started
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function command(folder: string, args: readonly string[]): Promise<Start> {
  const { child, usage, failed, elapsedMs } = start(folder, args)
  child.stdout?.resume()
  const [used, [code]] = await Promise.all([usage(), once(child, 'exit')])
  if (code !== 0) throw failed(code)
  return { ...used, elapsedMs: elapsedMs() }
}

async function server(folder: string, config: string): Promise<Start> {
  const { child, usage, elapsedMs } = await serve(folder, ['--config', config])
  const readyMs = elapsedMs()
  child.kill('SIGUSR2')
  const { processorMs } = await usage()
  await sleep(IDLE_MS)
  child.kill('SIGUSR2')
  const { residentBytes } = await usage()
  await stop(child)
  return { elapsedMs: readyMs, processorMs, residentBytes }
}

/** Two sites with migrated databases: of one plugin, and the white-label example with every one. */
async function sites(folder: string): Promise<readonly [one: string, every: string]> {
  const config = readFileSync(join(WHITE_LABEL, 'parakh.yaml'), 'utf8')
  const [one, every] = [join(folder, 'one.yaml'), join(folder, 'every.yaml')]
  writeFileSync(one, "database: { client: sqlite3, filename: ./one.db }\nplugins: { '@parakh/ifsc': {} }\n")
  writeFileSync(every, config)
  // A server for development makes the secrets; without it a command has none.
  for (const site of [one, every]) await stop((await serve(folder, ['--migrate', '--config', site])).child)
  return [one, every]
}

/** How long commands and servers take to start, by turns; processor time also against that of loading the compiler, as machines differ. */
export async function startTimes(): Promise<string> {
  mkdirSync(join(WHITE_LABEL, 'data'), { recursive: true })
  const folder = mkdtempSync(join(WHITE_LABEL, 'data', 'start-'))
  try {
    writeFileSync(join(folder, 'report-usage.cjs'), REPORT_USAGE)
    const [one, every] = await sites(folder)
    const typescript = fileURLToPath(import.meta.resolve('typescript'))
    const measured: readonly (readonly [string, () => Promise<Start>])[] = [
      ['`require("typescript")`', () => command(folder, ['-e', `require(${JSON.stringify(typescript)})`])],
      ['`parakh --version`', () => command(folder, [PARAKH, '--version'])],
      ['`parakh accounts list`, one plugin', () => command(folder, [PARAKH, 'accounts', 'list', '--config', one])],
      ['`parakh serve` to ready, one plugin', () => server(folder, one)],
      ['`parakh serve` to ready, every plugin', () => server(folder, every)],
    ]
    const starts: Start[][] = measured.map(() => [])
    for (let repetition = 1; repetition <= REPETITIONS; repetition += 1)
      for (const [index, [, run]] of measured.entries()) starts[index]?.push(await run())
    const middle = (index: number, field: keyof Start): number => median((starts[index] ?? []).map((one) => one[field]))
    return table(
      ['start', 'elapsed', 'processor', 'of the compiler', 'resident memory'],
      measured.map(([name], index) => [
        name,
        `${middle(index, 'elapsedMs').toFixed(0)} ms`,
        `${middle(index, 'processorMs').toFixed(0)} ms`,
        (middle(index, 'processorMs') / middle(0, 'processorMs')).toFixed(2),
        megabytes(middle(index, 'residentBytes')),
      ]),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
