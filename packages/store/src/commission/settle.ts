import type { CommissionSettlement, Ids, Money, SettledCommissions } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { requireAccount } from '../account-tree/read-accounts.ts'
import type { MoneyMover } from '../wallet/move-money.ts'
import { convertCommission } from './convert.ts'
import { recoverCommission } from './recover.ts'
import { type Earner, readDue } from './totals.ts'

/** Who moves it, as the audit log and the ledger name it. */
const ACTOR = 'system:settlement'

/** What a settlement is made with. */
export interface SettlementParts extends MoneyMover {
  readonly ids: Ids
}

/**
 * Settles the commission of every account whose final part is a paisa or more, or less than nothing; each account in a transaction of
 * its own, so that a process that is killed leaves whole ones behind (decision 0052).
 *
 * @throws The first failure, after all accounts were tried.
 */
export async function settleCommission(
  parts: SettlementParts,
  settlement: CommissionSettlement,
): Promise<SettledCommissions> {
  const { knex } = parts.database
  const settled = { transferred: 0, recovered: 0 }
  const failures: unknown[] = []
  for (const { final, ...earner } of await readDue(knex, parts.database)) {
    if (final > 0 && settlement.settle === 'manual') continue
    try {
      const what = final < 0 ? 'recovered' : 'transferred'
      const moved = final < 0 ? recover(parts, settlement, earner) : transfer(parts, settlement, earner)
      if ((await moved) > 0) settled[what] += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return settled
}

/** @returns What was taken back. */
async function recover({ ids, ...mover }: SettlementParts, { at }: CommissionSettlement, earner: Earner) {
  const id = ids.next()
  const named = {
    id,
    auditId: ids.next(),
    at: new Date(at),
    reference: `${referenceOf(earner, at)}/${id}`,
    actor: ACTOR,
  }
  return await mover.database.write((transaction) => recoverCommission(transaction, mover, { ...earner, ...named }))
}

/** @returns What was transferred: nothing where this day's transfer was made, another process was first, or the account is closed. */
async function transfer(
  { ids, ...mover }: SettlementParts,
  { at, settle }: CommissionSettlement,
  earner: Earner,
): Promise<Money | 0> {
  const [id, auditId] = [ids.next(), ids.next()]
  // One a day: the database has each reference once.
  const reference = settle === 'daily' ? referenceOf(earner, at) : `${referenceOf(earner, at)}/${id}`
  return await mover.database.write(async (transaction) => {
    const { status } = await requireAccount(transaction, mover.database, earner.accountId)
    if (status === 'closed') return 0
    const moved = await convertCommission(transaction, mover, {
      ...{ ...earner, reference, actor: ACTOR, id, auditId, at: new Date(at), orNothing: true },
    })
    return moved.converted ? moved.amount : 0
  })
}

const referenceOf = ({ accountId, environment }: Earner, at: number): string =>
  `settle/${accountId}/${environment}/${indianDay(new Date(at))}`
