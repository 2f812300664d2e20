import {
  type Clock,
  coreErrors,
  decimal,
  type FundingRecord,
  type FundingRows,
  type Ids,
  type SuspenseItem,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { appendAudit } from '../audit/append-audit.ts'
import type { Database } from '../connection/database.ts'
import { SuspenseRow, suspenseRow } from './funding-row.ts'

interface SuspenseOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
}
type SuspenseParts = Pick<FundingRows, 'addSuspense' | 'suspense' | 'findSuspense' | 'closeSuspense'>

/** Payments that fit no order: kept once, credited to nobody. */
export function createSuspense({ database, clock, ids }: SuspenseOptions): SuspenseParts {
  const { knex, table } = database
  const audit = (transaction: Knex.Transaction, item: SuspenseItem, of: { actor: string; action: string }) =>
    appendAudit(transaction, database, {
      ...{ id: ids.next(), at: clock.now(), ...of, subject: `suspense/${item.id}`, accountId: null, before: null },
      after: {
        ...{ gateway: item.gateway, payment_id: item.paymentId, amount: decimal(item.amount), currency: item.currency },
        ...{ reason: item.reason, state: item.state, resolution: item.resolution },
      },
    })
  return {
    async addSuspense(item) {
      await database.write(async (transaction) => {
        const added: readonly unknown[] = await transaction(table('funding_suspense'))
          .insert(suspenseRow(item))
          .onConflict(['gateway', 'payment_id'])
          .ignore()
          .returning('id')
        if (added.length > 0)
          await audit(transaction, item, { actor: `system:gateway-${item.gateway}`, action: 'suspense.open' })
      })
    },
    async suspense(state) {
      const query = knex(table('funding_suspense')).orderBy('id', 'desc').limit(1_000)
      if (state !== null) query.where({ state })
      return z.array(SuspenseRow).parse(await query)
    },
    async findSuspense(by) {
      const where = 'id' in by ? by : { gateway: by.gateway, payment_id: by.paymentId }
      const row: unknown = await knex(table('funding_suspense')).where(where).first()
      return row === undefined ? null : SuspenseRow.parse(row)
    },
    async closeSuspense({ id, reason, actor }) {
      return await database.write(async (transaction) => {
        const resolved = { state: 'closed', resolution: reason } as const
        const item = await resolve(transaction, database, { id, ...resolved, at: clock.now().getTime() })
        await audit(transaction, item, { actor, action: 'suspense.close' })
        return item
      })
    },
  }
}

/** Turns an open suspense item into a funding, in the transaction that opens it. @throws `FUNDING_NOT_FOUND` */
export async function assignSuspense(
  transaction: Knex.Transaction,
  database: Pick<Database, 'table'>,
  { suspenseId, funding }: { readonly suspenseId: string; readonly funding: FundingRecord },
): Promise<void> {
  const at = funding.createdAt.getTime()
  await resolve(transaction, database, { id: suspenseId, state: 'assigned', resolution: funding.id, at })
}

interface Resolution extends Pick<SuspenseItem, 'id' | 'state' | 'resolution'> {
  /** Milliseconds since 1970. */
  readonly at: number
}

async function resolve(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { id, state, resolution, at }: Resolution,
): Promise<SuspenseItem> {
  const rows: unknown = await transaction(table('funding_suspense'))
    .where({ id, state: 'open' })
    .update({ state, resolution, updated_at: at })
    .returning('*')
  const [item] = z.array(SuspenseRow).parse(rows)
  if (!item) throw coreErrors.error('FUNDING_NOT_FOUND', { id })
  return item
}
