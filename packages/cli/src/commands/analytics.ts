import {
  ANALYTICS_GROUPS,
  Analytics,
  type AnalyticsFigures,
  type AnalyticsGroup,
  Clock,
  decimal,
  type Environment,
} from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { type Command, Option } from 'commander'
import { environmentOption } from '../arguments/environment.ts'
import { parseDay } from '../arguments/month.ts'
import { withHost } from '../host/open-host.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'

const DAY_MS = 86_400_000
/** The default number of days: today and those before it. */
const USUAL_DAYS = 30

interface AnalyticsOptions extends CommonOptions {
  readonly account: string
  readonly environment: Environment
  readonly from?: string
  readonly until?: string
  readonly by: AnalyticsGroup
  readonly endpoint?: string
  readonly key?: string
}

/** `parakh analytics`. */
export function addAnalytics(program: Command, session: Session): void {
  addCommand(program, 'analytics', 'show calls, success, latency and spend of an account')
    .requiredOption('--account <id>', 'the account')
    .addOption(environmentOption())
    .addOption(
      new Option('--from <day>', `the first day, in India (default: ${USUAL_DAYS} days ago)`).argParser(parseDay),
    )
    .addOption(new Option('--until <day>', 'the last day, included (default: today)').argParser(parseDay))
    .addOption(new Option('--by <group>', 'group by').choices([...ANALYTICS_GROUPS]).default('total'))
    .option('--endpoint <id>', 'of this endpoint only')
    .option('--key <id>', 'by this key only')
    .action((options: AnalyticsOptions) => show(session, options))
}

async function show(session: Session, options: AnalyticsOptions): Promise<void> {
  const { account: accountId, environment, by, endpoint, key: keyId } = options
  const narrow = { ...(endpoint === undefined ? {} : { endpoint }), ...(keyId === undefined ? {} : { keyId }) }
  const { figures, from, until } = await withHost(session, options, async (host) => {
    const until = options.until ?? indianDay(host.get(Clock).now())
    const first = new Date(Date.parse(until) - (USUAL_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
    const from = options.from ?? first
    const found = await host.get(Analytics).figures({ accountId, environment, from, until, by, ...narrow })
    return { figures: found, from, until }
  })
  printResult(session.terminal, options, {
    json: { account_id: accountId, environment, from, until, by, figures: figures.map((row) => toJson(by, row)) },
    text: describe(by, figures),
  })
}

/** The group's column has the name of the grouping, such as `endpoint`. */
const toJson = (by: AnalyticsGroup, figures: AnalyticsFigures) => ({
  ...(by === 'total' ? {} : { [by === 'key' ? 'key_id' : by]: figures.group }),
  calls: figures.calls,
  successes: figures.successes,
  success_rate: figures.successRate,
  failures: figures.failures,
  charged: decimal(figures.charged),
  p95_latency_ms: figures.p95LatencyMs,
})

function describe(by: AnalyticsGroup, figures: readonly AnalyticsFigures[]): string {
  if (figures.length === 0) return 'There were no calls.'
  const rows = figures.map(({ group, calls, successes, successRate, charged, p95LatencyMs }) => [
    ...(by === 'total' ? [] : [group]),
    ...[`${calls}`, `${successes}`, successRate === null ? '' : `${(successRate * 100).toFixed(1)} %`],
    ...[p95LatencyMs === null ? '' : `${p95LatencyMs} ms`, `${decimal(charged)} INR`],
  ])
  const titles = { total: [], endpoint: ['Endpoint'], key: ['Key'], day: ['Day'] }[by]
  return drawTable([...titles, 'Calls', 'Successes', 'Success', 'p95', 'Charged'], rows)
}
