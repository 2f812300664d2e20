import { type MeasuredServer, withPostgres } from './measured-server.ts'
import { ratios } from './ratios.ts'
import { runInTurns } from './run-in-turns.ts'
import { conditions } from './settings.ts'

const CONNECTIONS = 512
const HOT: readonly MeasuredServer[] = [
  { name: 'hand-written', server: 'hand-written', callers: 1 },
  { name: 'parakh', server: 'parakh', callers: 1 },
  { name: 'parakh-upstream', server: 'parakh', source: 'upstream', callers: 1 },
]

/** All calls from one wallet with one key, by a source without latency: what stands in line behind one row. */
export const hotWallet = (): Promise<string> =>
  withPostgres(async (postgres) => {
    const onPostgres = await runInTurns(
      HOT.map((one) => ({ ...one, postgres })),
      CONNECTIONS,
    )
    const onSqlite = await runInTurns(HOT, CONNECTIONS)
    return [
      conditions(`one wallet, one key, ${CONNECTIONS} connections, one process`),
      ...['', 'On PostgreSQL:', '', ratios(onPostgres)],
      ...['', 'On SQLite:', '', ratios(onSqlite)],
    ].join('\n')
  })
