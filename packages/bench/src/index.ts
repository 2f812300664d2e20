import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { type ServerName, startServer } from './measure/child-server.ts'
import { documentCpu } from './measure/document.ts'
import { type LoadResult, load, median } from './measure/load.ts'
import { typeCheck } from './measure/type-check.ts'

const REPETITIONS = Number(process.env['BENCH_REPETITIONS'] ?? 5)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5)
const CONNECTIONS = 128
const WARM_UP_CALLS = 2_000
const GROWTH_CALLS = 100_000
const PAGE = new URL('../../../docs/reference/performance.md', import.meta.url)
const NAMES: readonly ServerName[] = ['bare', 'hand-written', 'parakh']

/** All servers in turn, several times, so that noise of the machine falls on each alike. */
async function throughput(): Promise<Map<ServerName, LoadResult[]>> {
  const results = new Map<ServerName, LoadResult[]>(NAMES.map((name) => [name, []]))
  for (let repetition = 1; repetition <= REPETITIONS; repetition += 1)
    for (const name of NAMES) {
      const server = await startServer(name)
      await load(server, { connections: CONNECTIONS, calls: WARM_UP_CALLS })
      const result = await load(server, { connections: CONNECTIONS, seconds: SECONDS })
      results.get(name)?.push(result)
      process.stderr.write(`${repetition}/${REPETITIONS} ${name}: ${Math.round(result.callsPerSecond)} calls/s\n`)
      await server.stop()
    }
  return results
}

/** Milliseconds from the start of a process to a server that answers, with an empty database. */
async function startUp(name: ServerName): Promise<number> {
  const figures: number[] = []
  for (let repetition = 1; repetition <= REPETITIONS; repetition += 1) {
    const server = await startServer(name, 0)
    figures.push(server.startedMs)
    await server.stop()
  }
  return median(figures)
}

async function startAndGrow() {
  const startedMs = await startUp('parakh')
  const server = await startServer('parakh')
  const idle = await server.memory()
  await load(server, { connections: 16, calls: WARM_UP_CALLS })
  const warm = await server.memory()
  await load(server, { connections: 16, calls: GROWTH_CALLS })
  const grown = await server.memory()
  await server.stop()
  return { startedMs, idle, warm, grown }
}

async function withEveryPlugin() {
  const startedMs = await startUp('every-plugin')
  const server = await startServer('every-plugin', 0)
  const idle = await server.memory()
  await server.stop()
  return { startedMs, idle, typeCheckMs: typeCheck(), documentMs: await documentCpu() }
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0)

const results = await throughput()
const memory = await startAndGrow()
const every = await withEveryPlugin()
const rate = (name: ServerName): number => median((results.get(name) ?? []).map(({ callsPerSecond }) => callsPerSecond))
const [bare, handWritten] = [rate('bare'), rate('hand-written')]
const rows = NAMES.map((name) => {
  const runs = results.get(name) ?? []
  const p50 = median(runs.map(({ p50Ms }) => p50Ms))
  const p99 = median(runs.map(({ p99Ms }) => p99Ms))
  const figures = [
    Math.round(rate(name)),
    (rate(name) / bare).toFixed(3),
    (rate(name) / handWritten).toFixed(1),
    p50,
    p99,
  ]
  return `| ${name} | ${figures.join(' | ')} |`
})
const table = [
  `Measured on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}; load generator (autocannon) on the same machine,`,
  `${CONNECTIONS} connections, 100 keys, medians of ${REPETITIONS} runs of ${SECONDS} s, the servers taking turns.`,
  '',
  '| server | calls/s | of bare | x hand-written | p50 ms | p99 ms |',
  '|---|---|---|---|---|---|',
  ...rows,
  '',
  '| one process, one plugin, SQLite; memory after a collection | figure |',
  '|---|---|',
  `| start of the process to ready, migrations of an empty database included | ${memory.startedMs} ms |`,
  `| resident memory, idle | ${megabytes(memory.idle)} MB |`,
  `| resident memory, after ${WARM_UP_CALLS} calls | ${megabytes(memory.warm)} MB |`,
  `| resident memory, after ${GROWTH_CALLS} more | ${megabytes(memory.grown)} MB |`,
  '',
  '| every plugin | figure |',
  '|---|---|',
  `| start of the process to ready, migrations of an empty database included | ${every.startedMs} ms |`,
  `| resident memory, idle | ${megabytes(every.idle)} MB |`,
  `| tsc on a host that names them all | ${(every.typeCheckMs / 1000).toFixed(1)} s |`,
  `| processor time of a one-page PDF: read, decrypted, drawn, sent | ${every.documentMs.toFixed(1)} ms |`,
].join('\n')
process.stdout.write(`${table}\n`)
if (process.argv.includes('--write')) {
  const page = await readFile(PAGE, 'utf8')
  await writeFile(PAGE, page.replace(/(<!-- figures -->\n)[\s\S]*?(<!-- end of figures -->)/, `$1${table}\n$2`))
}
