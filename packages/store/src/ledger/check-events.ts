import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Findings } from './findings.ts'
import type { Snapshot } from './snapshot.ts'

const PAGE = 500
const MOST_LISTED = 100
/** Events are numbered as they commit; their times are of the processes that wrote them. */
const CLOCKS_DIFFER_MS = 3_600_000

const Wallet = z.object({ account_id: z.string(), environment: z.string(), event_sequence: Counted })
type Wallet = z.output<typeof Wallet>
const Events = z.object({
  account_id: z.string(),
  environment: z.string(),
  first: Counted,
  last: Counted,
  events: Counted,
})

/**
 * Whether the events of each wallet are numbered without a gap up to the last, and each credit has told of itself (I13). Which
 * events an endpoint declares stands in its plugin, not in the database: whether a call has all of its own cannot be seen here.
 */
export async function checkEvents(snapshot: Snapshot, findings: Findings): Promise<void> {
  for (let last: Wallet | null = null; ; ) {
    const page: readonly Wallet[] = await readWallets(snapshot, last)
    const found = await readEvents(snapshot, page)
    for (const { account_id, environment, event_sequence: expected } of page) {
      const name = `${account_id}/${environment}`
      const events = found.get(name) ?? { first: 1, last: 0, events: 0 }
      const whole = events.last === expected && events.events === events.last - events.first + 1
      findings.check('I13', whole, () => `${name}: ${events.events} events up to ${events.last} of ${expected}`)
    }
    last = page.at(-1) ?? null
    if (!last) break
  }
  await checkCredits(snapshot, findings)
}

async function readWallets({ transaction, table }: Snapshot, after: Wallet | null): Promise<readonly Wallet[]> {
  const query = transaction(table('wallet'))
    .orderBy(['account_id', 'environment'])
    .limit(PAGE)
    .select('account_id', 'environment', 'event_sequence')
  if (after) query.whereRaw('(account_id, environment) > (?, ?)', [after.account_id, after.environment])
  return z.array(Wallet).parse(await query)
}

async function readEvents({ transaction, table }: Snapshot, page: readonly Wallet[]) {
  const names = page.map(({ account_id, environment }) => [account_id, environment])
  const rows: unknown =
    names.length === 0
      ? []
      : await transaction(table('outbox'))
          .whereIn(['account_id', 'environment'], names)
          .groupBy('account_id', 'environment')
          .select('account_id', 'environment')
          .min({ first: 'sequence' })
          .max({ last: 'sequence' })
          .count({ events: '*' })
  return new Map(
    z
      .array(Events)
      .parse(rows)
      .map((events) => [`${events.account_id}/${events.environment}`, events]),
  )
}

/** Events go after their retention, the oldest of a wallet first: what is older than all that is left of it cannot be seen any more. */
async function checkCredits({ transaction, table }: Snapshot, findings: Findings): Promise<void> {
  const first = `from ${table('outbox')} f where f.account_id = c.account_id and f.environment = c.environment
    order by f.sequence limit 1`
  const silent: unknown = await transaction({ c: table('credit') })
    .leftJoin({ o: table('outbox') }, 'o.id', transaction.raw(`c.id || '-event'`))
    .where('c.amount', '>', 0)
    .whereNull('o.id')
    .whereRaw(`(coalesce((select f.sequence ${first}), 1) = 1 or c.at > (select f.at ${first}) + ?)`, [
      CLOCKS_DIFFER_MS,
    ])
    .limit(MOST_LISTED)
    .select('c.id as id')
  for (const { id } of z.array(z.object({ id: z.string() })).parse(silent))
    findings.check('I13', false, () => `credit ${id}: no event told of it`)
}
