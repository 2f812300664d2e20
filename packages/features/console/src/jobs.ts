import { defineJob } from '@parakh/core'
import * as z from 'zod'
import { ConsoleParts } from './sign-in/console-parts.ts'
import { signInStatements as statements } from './tables/sign-in-statements.ts'

const DAY_MS = 86_400_000

/** Forgets codes and counted attempts that are over, each day. */
export const forgetEnded = defineJob('console.forget', {
  ...{ payload: z.object({}), needs: { parts: ConsoleParts }, schedule: '40 3 * * *' },
  async run({ parts: { tables, clock } }) {
    const before = clock.now().getTime() - DAY_MS
    await tables.transaction(function* (tx) {
      yield* tx.run(statements.forgetCodes({ before }))
      yield* tx.run(statements.forgetAttempts({ before }))
    })
  },
})
