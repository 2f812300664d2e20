import type { ProcessorTime } from '../servers/profile-requests.ts'
import { load } from './load.ts'
import { type MeasuredServer, startMeasuredServer, withPostgres } from './measured-server.ts'
import { partsOf } from './profile-parts.ts'
import { CALLERS, SECONDS, WARM_UP_SECONDS } from './settings.ts'
import { table } from './table.ts'

const CONNECTIONS = 128

interface Column {
  readonly name: string
  readonly calls: number
  readonly callsPerSecond: number
  /** Shares of the main thread's time. */
  readonly parts: ReadonlyMap<string, number>
  readonly processorTime: ProcessorTime
}

async function measure(measured: MeasuredServer): Promise<Column> {
  const running = await startMeasuredServer(measured)
  await load(running, { connections: CONNECTIONS, seconds: WARM_UP_SECONDS })
  const [server] = running.servers
  await server?.beginProfile()
  const { calls, callsPerSecond } = await load(running, { connections: CONNECTIONS, seconds: SECONDS })
  const profile = await server?.endProfile()
  await running.close()
  if (!profile) throw new RangeError('there is no server')
  process.stderr.write(`${measured.name}: ${Math.round(callsPerSecond)} calls/s while profiled\n`)
  const { processorTime } = profile
  return { name: measured.name, calls, callsPerSecond, parts: partsOf(profile), processorTime }
}

/** Where the time of a call goes, on the main thread by part, and beside it. */
export const profile = (): Promise<string> =>
  withPostgres(async (postgres) => {
    const columns = [
      await measure({ name: 'SQLite', server: 'parakh' }),
      await measure({ name: 'SQLite, upstream', server: 'parakh', source: 'upstream' }),
      await measure({ name: 'PostgreSQL', server: 'parakh', postgres }),
      await measure({ name: 'PostgreSQL, upstream', server: 'parakh', source: 'upstream', postgres }),
    ]
    const perCall = (of: (column: Column) => number): string[] =>
      columns.map((column) => (of(column) / column.calls).toFixed(1))
    const all = (part: string): number => columns.reduce((sum, { parts }) => sum + (parts.get(part) ?? 0), 0)
    const parts = [...new Set(columns.flatMap((column) => [...column.parts.keys()]))].sort(
      (one, other) => all(other) - all(one),
    )
    const rows = [
      ...parts.map((part) => [
        part,
        ...perCall(({ parts, processorTime: { mainThread } }) => (parts.get(part) ?? 0) * mainThread),
      ]),
      ['main thread in all', ...perCall(({ processorTime }) => processorTime.mainThread)],
      [
        "other threads: SQLite, V8's collector",
        ...perCall(({ processorTime }) => processorTime.process - processorTime.mainThread),
      ],
      ['calls/s while profiled', ...columns.map(({ callsPerSecond }) => Math.round(callsPerSecond))],
    ]
    return [
      `Microseconds of processor time a call, one process, ${CONNECTIONS} connections, ${CALLERS} wallets, one run of ${SECONDS} s, profiled; PostgreSQL's own processes are not in it.`,
      ...['', table(['part', ...columns.map(({ name }) => name)], rows)],
    ].join('\n')
  })
