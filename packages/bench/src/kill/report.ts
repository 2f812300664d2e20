import type { JobState } from '../rig/fake-upstream.ts'
import { stallsOf } from './crash-plan.ts'
import { CAUSES, type Cause, STALLS, windowsOf } from './crash-windows.ts'
import type { KillReport } from './harness.ts'

const MOST_SHOWN = 20

/** Windows that were reached less often than was asked for. */
export function unreached({ crashes, options }: Pick<KillReport, 'crashes' | 'options'>): readonly string[] {
  const wanted = [
    ...windowsOf(options.wallet).map((window) => [window, options.leastInEach] as const),
    ...STALLS.map((stall) => [stall, stallsOf(options.stalls).filter(({ cause }) => cause === stall).length] as const),
  ]
  return wanted.flatMap(([cause, least]) => {
    const reached = crashes.get(cause) ?? 0
    return reached < least ? `${cause}: ${reached} of ${least}` : []
  })
}

/** How many findings are of a fault. */
export const countFault = ({ findings }: Pick<KillReport, 'findings'>, fault: string): number =>
  findings.filter((finding) => finding.fault === fault).length

function otherFaults({ findings }: KillReport): string {
  const faults = [...new Set(findings.map(({ fault }) => fault))].filter(
    (fault) => !['lost', 'doubled'].includes(fault),
  )
  return faults.map((fault) => `${countFault({ findings }, fault)} ${fault}`).join(', ') || 'none'
}

/** A run in words. */
export function describeRun(report: KillReport): string {
  const { options, findings, crashes, standings, external } = report
  const job = (end: JobState): number => report.jobs.get(end) ?? 0
  const standing = (name: string): number => standings.get(name) ?? 0
  const shown = findings.slice(0, MOST_SHOWN).map(({ fault, detail }) => `  ${fault}: ${detail}`)
  return [
    `seed ${options.seed}, ${options.client}, ${options.processes} processes, ${options.callers} callers, ${options.wallets} wallets, money in the ${options.wallet === 'external' ? 'external wallet' : 'ledger'}`,
    `${report.kills} kills in ${report.seconds.toFixed(0)} s:`,
    ...(Object.keys(CAUSES) as Cause[]).map(
      (cause) => `  ${String(crashes.get(cause) ?? 0).padStart(4)} ${cause}: ${CAUSES[cause]}`,
    ),
    ...(report.missed > 0 ? [`  ${report.missed} windows were not reached in time and tried again`] : []),
    'where the calls of the dead came to:',
    ...[...report.aftermath]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([what, times]) => `  ${String(times).padStart(4)} ${what}`),
    `${report.sent} requests of ${[...standings.values()].reduce((a, b) => a + b, 0)} intents: ${standing('answered')} answered and charged, ${standing('none')} a definite no, ${standing('refused')} refused for want of funds, ${standing('open')} never answered`,
    `without a definite answer: ${[...report.losses].map(([why, times]) => `${times} ${why}`).join(', ')}`,
    `${report.replayedOpen} unacknowledged ids replayed until they were answered, ${report.replayedStored} stored answers replayed`,
    `${report.upstreamRequests} requests at the upstream, ${report.orders} orders taken, of these ${job('done')} jobs done, ${job('impossible')} that failed, ${job('begun')} that never ended; ledger verify: ${report.ledger.wallets} wallets, ${report.ledger.entries} entries`,
    ...(external
      ? [
          `external wallet: ${external.available.size} balances, ${external.steps} steps taken, ${external.reserved.length} open reservations, ${external.tasks.length} open tasks`,
        ]
      : []),
    `lost ${countFault(report, 'lost')}, doubled ${countFault(report, 'doubled')}, other findings: ${otherFaults(report)}`,
    ...shown,
    ...(findings.length > shown.length ? [`  and ${findings.length - shown.length} more`] : []),
    ...unreached(report).map((window) => `not reached: ${window}`),
  ].join('\n')
}
