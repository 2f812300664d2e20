import { createHash } from 'node:crypto'
import { checkNonce, type Nonces } from '@parakh/core'
import type { Database } from '../connection/database.ts'

/** Nonces on a database. A row is a digest of scheme and nonce, so what a caller chose is not kept. */
export function createNonces(database: Database): Nonces {
  const table = database.table('auth_nonce')
  return {
    async claim(nonce) {
      checkNonce(nonce)
      const { scheme, at, seconds } = nonce
      const digest = createHash('sha256').update(`${scheme}\0${nonce.nonce}`).digest('base64url')
      // One statement: of two claims at once the second waits for the first and finds its row.
      const claimed: readonly unknown[] = await database.write((transaction) =>
        transaction(table)
          .insert({ digest, until: at + seconds * 1000 })
          .onConflict('digest')
          .merge(['until'])
          .where(`${table}.until`, '<=', at)
          .returning('digest'),
      )
      return claimed.length > 0
    },
    purge: (at) => database.write((transaction) => transaction(table).where('until', '<=', at).delete()),
  }
}
