import { defineJob } from '@parakh/core'
import * as z from 'zod'
import { ConsoleParts } from './people/console-parts.ts'
import { passkeyStatements } from './tables/passkey-statements.ts'
import { peopleStatements } from './tables/people-statements.ts'
import { signInStatements as statements } from './tables/sign-in-statements.ts'

const DAY_MS = 86_400_000

/** Longer than any session lives. */
const SESSION_DAYS = 30

const MOST_OWNED = 1_000

/** Forgets codes, counted attempts and sessions that are over, and records owners whom the release before has added, each day. */
export const forgetEnded = defineJob('console.forget', {
  ...{ payload: z.object({}), needs: { parts: ConsoleParts }, schedule: '40 3 * * *' },
  async run({ parts: { tables, clock } }) {
    const now = clock.now().getTime()
    const before = now - DAY_MS
    const begunBefore = now - SESSION_DAYS * DAY_MS
    await tables.transaction(function* (tx) {
      yield* tx.run(statements.forgetCodes({ before }))
      yield* tx.run(passkeyStatements.forgetChallenges({ before }))
      yield* tx.run(statements.forgetAttempts({ before }))
      yield* tx.run(statements.forgetSessions({ before: begunBefore }))
      yield* tx.run(statements.forgetPortalLinks({ before: begunBefore }))
    })
    await tables.transaction(function* (tx) {
      const owned = yield* tx.rows(peopleStatements.unmarkedOwned({ limit: MOST_OWNED }))
      for (const { account_id } of owned) yield* tx.markOwned(account_id)
    })
  },
})
