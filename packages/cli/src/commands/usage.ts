import { Clock, decimal, type Environment, newestUsage, Store, type UsagePurge, type UsageRow } from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseCount } from '../arguments/count.ts'
import { environmentOption } from '../arguments/environment.ts'
import { withHost } from '../host/open-host.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'

const DAY_MS = 86_400_000
const MOST_ROWS = 1_000
const USUAL_ROWS = 50
const MOST_STATUS = 599
const DELAYED = `Dropped nothing yet: rows are counted before they are dropped, and a transaction that may still write some has been
open for more than two seconds, in some database of this PostgreSQL cluster (pg_stat_activity tells which). Try again when it has ended.`

/** `parakh usage list | purge`. */
export function addUsage(program: Command, session: Session): void {
  const usage = program.command('usage').description('the request log, without inputs and outputs')
  addCommand(usage, 'list', 'list the requests of an account, newest first')
    .requiredOption('--account <id>', 'the account')
    .addOption(environmentOption())
    .addOption(new Option('--limit <rows>', `1 to ${MOST_ROWS}`).argParser(parseCount(MOST_ROWS)).default(USUAL_ROWS))
    .addOption(new Option('--status <status>', 'with this HTTP status').argParser(parseCount(MOST_STATUS)))
    .option('--request-id <id>', 'of this request id')
    .action((options: ListOptions) => list(session, options))
  addCommand(usage, 'purge', 'purge data past its retention; a running server does it every hour').action(
    (options: CommonOptions) => purge(session, options),
  )
}

interface ListOptions extends CommonOptions {
  readonly account: string
  readonly environment: Environment
  readonly limit: number
  readonly status?: number
  readonly requestId?: string
}

async function list(session: Session, options: ListOptions): Promise<void> {
  const { account: accountId, environment, limit, status, requestId } = options
  const filters = { ...(status === undefined ? {} : { status }), ...(requestId === undefined ? {} : { requestId }) }
  const rows = await withHost(session, options, async (host, { retention }) => {
    const now = host.get(Clock).now().getTime()
    const from = now - retention.usageVisibleDays * DAY_MS
    // The bound is exclusive: add a millisecond to include rows of this one.
    const query = { ...filters, from, until: now + 1, limit }
    return await newestUsage(host.get(Store).usageLog, { accountId, environment }, query)
  })
  printResult(session.terminal, options, { json: { usage: rows.map(toJson) }, text: describe(rows) })
}

const toJson = (row: UsageRow) => ({
  at: new Date(row.at).toISOString(),
  request_id: row.requestId,
  endpoint: row.endpoint,
  status: row.status,
  outcome: row.outcome,
  code: row.code,
  latency_ms: row.latencyMs,
  charged: decimal(row.charged),
  ip: row.ip,
  key_id: row.keyId,
  calls: row.calls ?? 1,
})

function describe(rows: readonly UsageRow[]): string {
  const cells = rows.map(toJson).map(({ at, endpoint, status, code, charged, calls, request_id }) => {
    return [at, endpoint, `${status}`, code ?? '', charged, `${calls}`, request_id]
  })
  return drawTable(['Time', 'Endpoint', 'Status', 'Code', 'Charged', 'Calls', 'Request id'], cells)
}

async function purge(session: Session, options: CommonOptions): Promise<void> {
  const result = await withHost(session, options, async (host, { retention }) => {
    const before = host.get(Clock).now().getTime() - retention.usageDays * DAY_MS
    return await host.get(Store).usageLog.purge(before)
  })
  printResult(session.terminal, options, purged(result))
}

/** The text for the result of a purge. */
export function purged({ rows, partitions, delayed }: UsagePurge) {
  return {
    json: { ok: true, rows, partitions, delayed: delayed === true },
    text: delayed ? DELAYED : `Dropped ${rows} rows and ${partitions.length} months.`,
  }
}
