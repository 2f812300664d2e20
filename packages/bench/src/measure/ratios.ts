import type { Standing } from './run-in-turns.ts'
import { milliseconds, table } from './table.ts'

/** A table of servers, by the ones that they are compared with. */
export function ratios(standings: readonly Standing[]): string {
  const rate = (name: string): number => standings.find((one) => one.name === name)?.callsPerSecond ?? Number.NaN
  const [bare, handWritten] = [rate('bare'), rate('hand-written')]
  const ofBare = !Number.isNaN(bare)
  const head = ['server', 'calls/s', ...(ofBare ? ['of bare'] : []), 'x hand-written', 'p50 ms', 'p99 ms']
  const rows = standings.map(({ name, callsPerSecond, p50Ms, p99Ms }) => [
    name,
    Math.round(callsPerSecond),
    ...(ofBare ? [(callsPerSecond / bare).toFixed(3)] : []),
    (callsPerSecond / handWritten).toFixed(1),
    milliseconds(p50Ms),
    milliseconds(p99Ms),
  ])
  return table(head, rows)
}
