import { errorFacts, MOST_ALERTS, type StandingAlert } from '@parakh/core'
import { SAME_MS, standingChanges } from '../rules/standing-changes.ts'
import { alertStatements } from '../tables/alert-statements.ts'
import { type AlertParts, nowOf, placeOf } from './alert-parts.ts'
import { neverTold, readersOf } from './readers.ts'
import { type Tellable, tell, tellNewcomers } from './tell.ts'

/** Asks every rule of an account, or of the server. One that fails says nothing: what it has told stays as it is. */
async function askRules({ rules, logger }: AlertParts, accountId: string | null) {
  const asked = new Set<string>()
  const found = [...rules].map(async ([alert, rule]): Promise<readonly Tellable[]> => {
    try {
      let standing: readonly StandingAlert[]
      if (rule.of === 'operators' && accountId === null) standing = await rule.standing()
      else if (rule.of === 'accounts' && accountId !== null) standing = await rule.standing(accountId)
      else return []
      asked.add(alert)
      return standing.slice(0, MOST_ALERTS).map((one) => ({ ...one, alert, rule }))
    } catch (error) {
      logger.warn('alert.not_read', { alert, ...errorFacts(error) })
      return []
    }
  })
  return { standing: (await Promise.all(found)).flat(), asked }
}

/** Looks what stands, and tells what is new. Nothing is written where nothing has changed. @param accountId Null: of the server. */
export async function lookAt(parts: AlertParts, accountId: string | null): Promise<void> {
  const place = placeOf(accountId)
  const { standing, asked } = await askRules(parts, accountId)
  const told = await parts.tables.rows(alertStatements.told({ place }))
  const at = nowOf(parts)
  const { fresh, kept, ended, forgotten } = standingChanges(told, standing, { asked, at })
  const readers = standing.length === 0 ? [] : await readersOf(parts, accountId)
  const known = standing.filter((one) => !fresh.includes(one))
  const newcomers = known.length === 0 ? [] : await neverTold(parts, place, readers)
  if (fresh.length + kept.length + ended.length + forgotten.length + newcomers.length === 0) return
  await parts.tables.transaction(function* (tx) {
    for (const { alert, subject, environment } of forgotten)
      yield* tx.run(alertStatements.forget({ place, alert, subject, environment, over_before: at - SAME_MS }))
    for (const { alert, subject, environment } of ended)
      yield* tx.run(alertStatements.end({ place, alert, subject, environment, at }))
    for (const { alert, subject, environment, severity } of kept)
      yield* tx.run(alertStatements.keep({ place, alert, subject, environment, severity }))
    yield* tellNewcomers(tx, parts, { standing: known, audience: { accountId, readers: newcomers }, at })
    for (const one of fresh) yield* tell(tx, parts, { one, audience: { accountId, readers }, at })
  })
}
