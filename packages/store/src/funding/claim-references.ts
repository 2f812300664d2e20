import type { Knex } from 'knex'
import * as z from 'zod'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'

/**
 * Makes UTRs or payment ids stand with a funding. Of two transactions that claim one at once, the second waits for the first.
 *
 * @returns Those that stood with this funding before.
 * @throws `FUNDING_REFERENCE_USED` where one stands with another funding.
 */
export async function claimReferences(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { fundingId, references }: { readonly fundingId: string; readonly references: readonly string[] },
): Promise<readonly string[]> {
  const before: string[] = []
  for (const reference of references) {
    const added: readonly unknown[] = await transaction(table('funding_reference'))
      .insert({ reference, funding_id: fundingId })
      .onConflict('reference')
      .ignore()
      .returning('reference')
    if (added.length > 0) continue
    const row: unknown = await transaction(table('funding_reference')).where({ reference }).first('funding_id')
    const { funding_id: holder } = z.object({ funding_id: z.string() }).parse(row)
    if (holder !== fundingId) throw storeErrors.error('FUNDING_REFERENCE_USED', { reference })
    before.push(reference)
  }
  return before
}
