import { runInTurns, type Standing } from './run-in-turns.ts'
import { CALLERS, conditions } from './settings.ts'
import { milliseconds, table } from './table.ts'
import { ON_SQLITE } from './throughput.ts'

const CONNECTIONS = [1, 16]

/** What a caller waits for on SQLite where the server is not pressed. */
export async function latency(): Promise<string> {
  const rows: (readonly (string | number)[])[] = []
  const row = (connections: number, { name, callsPerSecond, p50Ms, p99Ms }: Standing) =>
    [connections, name, Math.round(callsPerSecond), milliseconds(p50Ms), milliseconds(p99Ms)] as const
  for (const connections of CONNECTIONS)
    for (const one of await runInTurns(ON_SQLITE, connections)) rows.push(row(connections, one))
  const head = ['connections', 'server', 'calls/s', 'p50 ms', 'p99 ms']
  return `${conditions(`SQLite, ${CALLERS} wallets`)}\n\n${table(head, rows)}`
}
