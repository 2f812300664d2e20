import { errorFacts } from '@parakh/core'
import { alertStatements as statements } from '../tables/alert-statements.ts'
import { type AlertParts, nowOf } from './alert-parts.ts'
import { lookAt } from './look.ts'

/** A round begins so long after the one before. */
export const ROUND_MS = 15_000
const ROUNDS_PER_MINUTE = 60_000 / ROUND_MS
/** Once all accounts had their turn, the first ones have it again so long after. */
const PAUSE_MS = 600_000
/** An account that was being looked at by a process that has ended is looked at again after so long. */
const LEASE_MS = 60_000
const AT_ONCE = 8
const MOST_MARKED = 400

/** Looks at accounts that events have marked, and then at the next ones in turn, for what no event tells. */
export async function lookAtAccounts(parts: AlertParts, signal: AbortSignal): Promise<void> {
  await inParts(await marked(parts), signal, (one) => lookAtMarked(parts, one))
  await inParts(await inTurn(parts), signal, (id) => carefully(parts, id))
}

const marked = ({ tables, ...parts }: AlertParts) =>
  tables.rows(statements.marked({ at: nowOf(parts), limit: MOST_MARKED }))

async function lookAtMarked(
  parts: AlertParts,
  { account_id, marks }: { readonly account_id: string; readonly marks: number },
): Promise<void> {
  const at = nowOf(parts)
  const lease = statements.leaseLook({ account_id, at, until: at + LEASE_MS })
  if ((await parts.tables.transaction((tx) => tx.run(lease))) === 0) return
  if (!(await carefully(parts, account_id))) return
  await parts.tables.transaction(function* (tx) {
    if ((yield* tx.run(statements.looked({ account_id, marks }))) === 0)
      yield* tx.run(statements.dueAgain({ account_id }))
  })
}

/** The next accounts; none where another process has this turn. */
async function inTurn({ tables, settings, ...parts }: AlertParts): Promise<readonly string[]> {
  const at = nowOf(parts)
  const turn = await tables.first(statements.turn())
  if (turn === null) await tables.transaction((tx) => tx.run(statements.beginTurn()))
  const { after_id, next_at } = turn ?? { after_id: '', next_at: 0 }
  if (next_at > at) return []
  const limit = Math.ceil(settings.accountsPerMinute / ROUNDS_PER_MINUTE)
  const ids = (await tables.rows(statements.accountsAfter({ after_id, limit }))).map(({ id }) => id)
  const isLast = ids.length < limit
  const taken = {
    ...{ after_id, next_at, to_id: isLast ? '' : (ids.at(-1) ?? '') },
    until: at + (isLast ? PAUSE_MS : ROUND_MS),
  }
  return (await tables.transaction((tx) => tx.run(statements.takeTurn(taken)))) === 0 ? [] : ids
}

/** One account that cannot be looked at hides no other. @returns Whether it was looked at. */
async function carefully(parts: AlertParts, accountId: string): Promise<boolean> {
  try {
    await lookAt(parts, accountId)
    return true
  } catch (error) {
    parts.logger.warn('alerts.not_looked', { account: accountId, ...errorFacts(error) })
    return false
  }
}

async function inParts<T>(all: readonly T[], signal: AbortSignal, work: (one: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length && !signal.aborted; from += AT_ONCE)
    await Promise.all(all.slice(from, from + AT_ONCE).map(work))
}
