import type { MeasuredServer } from './measured-server.ts'
import { ratios } from './ratios.ts'
import { runInTurns } from './run-in-turns.ts'
import { CALLERS, conditions } from './settings.ts'

const CONNECTIONS = 128

/** Everything on SQLite, one process. */
export const ON_SQLITE: readonly MeasuredServer[] = [
  { name: 'bare', server: 'bare' },
  { name: 'hand-written', server: 'hand-written' },
  { name: 'parakh', server: 'parakh' },
  { name: 'parakh-upstream', server: 'parakh', source: 'upstream' },
]

/** Calls a second on SQLite, against a bare route and against hand-written code. */
export async function throughput(): Promise<string> {
  const standings = await runInTurns(ON_SQLITE, CONNECTIONS)
  return `${conditions(`SQLite, ${CONNECTIONS} connections, ${CALLERS} wallets`)}\n\n${ratios(standings)}`
}
