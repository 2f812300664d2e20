import { cpus } from 'node:os'
import { HAS_WRK } from './wrk.ts'

/** Runs of each server in each measurement. */
export const REPETITIONS = Number(process.env['BENCH_REPETITIONS'] ?? 5)
/** Length of a run. */
export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10)
/** Length of what goes before a run and is not measured: code is compiled, pools are filled. */
export const WARM_UP_SECONDS = Math.min(3, SECONDS)
/** Callers with a wallet and a key each, unless a measurement says otherwise. */
export const CALLERS = 100

/** When, where and of what something was measured. */
export const circumstances = (measured: string): string =>
  [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}; load generator (${HAS_WRK ? 'wrk' : 'autocannon'}) on the same machine,`,
    measured,
  ].join('\n')

/** The same of runs in turns, with how many and how long. */
export const conditions = (connections: string): string =>
  circumstances(
    `${connections}, medians of ${REPETITIONS} runs of ${SECONDS} s after ${WARM_UP_SECONDS} s of warm-up, the servers taking turns.`,
  )
