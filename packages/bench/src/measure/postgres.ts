import { type MeasuredServer, withPostgres } from './measured-server.ts'
import { ratios } from './ratios.ts'
import { runInTurns } from './run-in-turns.ts'
import { CALLERS, conditions } from './settings.ts'

const CONNECTIONS = 128
const PROCESSES = [1, 2, 4]

/** Calls a second on a PostgreSQL of the same machine, by processes, against a bare route and against hand-written code. */
export const postgres = (): Promise<string> =>
  withPostgres(async (server) => {
    const on = { server: 'parakh', postgres: server } as const
    const name = (processes: number): string => `${processes} process${processes === 1 ? '' : 'es'}`
    const servers: readonly MeasuredServer[] = [
      { name: 'bare', server: 'bare' },
      { name: 'hand-written', server: 'hand-written', postgres: server },
      ...PROCESSES.map((processes) => ({ ...on, processes, name: `parakh, ${name(processes)}` })),
      ...PROCESSES.map((processes) => ({
        ...on,
        processes,
        source: 'upstream' as const,
        name: `parakh-upstream, ${name(processes)}`,
      })),
    ]
    const standings = await runInTurns(servers, CONNECTIONS)
    const best = (of: string): string =>
      standings
        .filter(({ name: of_ }) => of_.startsWith(`${of}, `))
        .reduce((one, other) => (other.callsPerSecond > one.callsPerSecond ? other : one)).name
    return [
      conditions(
        `PostgreSQL on the same machine (fsync and synchronous_commit on), ${CONNECTIONS} connections, ${CALLERS} wallets`,
      ),
      '',
      ratios(standings),
      '',
      `Best: ${best('parakh')}; ${best('parakh-upstream')}.`,
    ].join('\n')
  })
