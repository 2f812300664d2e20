import {
  type Account,
  type Allotment,
  type Allotments,
  type Clock,
  checkReference,
  coreErrors,
  decimal,
  type Ids,
  minus,
  type WalletBalance,
  type WalletState,
  walletKey,
} from '@parakh/core'
import type { Knex } from 'knex'
import { requireAccount } from '../account-tree/read-accounts.ts'
import { appendAudit } from '../audit/append-audit.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { lockedWallets } from '../wallet/locked-wallets.ts'
import { type MoneyChanges, writeMoney } from '../wallet/write-money.ts'
import { allotmentChanges } from './allotment-changes.ts'

/** What allotments are made from. */
export interface AllotmentsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * Allotments on a database: one transaction beneath the locks of both wallets, so that no batch sees half of one.
 *
 * @example
 * const allotments = createAllotments({ database, clock, ids })
 * await allotments.allot({ from, to, environment: 'production', amount: inr('500'), reference: 'july-1', actor: 'asha' })
 */
export function createAllotments({ database, clock, ids }: AllotmentsOptions): Allotments {
  async function move(transaction: Knex.Transaction, allotment: Allotment) {
    const { from, to, environment, amount, reference, actor } = allotment
    const wallets = await lockedWallets(transaction, database, { accountIds: [from, to], environment })
    const parent = await requireAccount(transaction, database, from)
    const child = await requireAccount(transaction, database, to)
    checkFamily(parent, child)
    const giver = requireWallet(wallets, from, environment)
    const taker = requireWallet(wallets, to, environment)
    const earlier = await earlierAmount(transaction, database, allotment)
    if (earlier !== null && earlier !== amount) throw storeErrors.error('REFERENCE_REUSED', { reference })
    if (earlier !== null) return { from: balanceOf(giver), to: balanceOf(taker), allotted: false }
    const available = minus(giver.posted, giver.held)
    if (available < amount)
      throw storeErrors.error('ALLOTMENT_TOO_HIGH', { available: decimal(available), amount: decimal(amount) })
    const [id, at] = [ids.next(), clock.now()]
    const changes = allotmentChanges(allotment, { from: giver, to: taker, id, at: at.getTime() })
    await writeMoney(transaction, database, changes)
    await appendAudit(transaction, database, {
      ...{ id: ids.next(), at, actor, action: 'wallet.allot', subject: `wallet/${to}/${environment}`, accountId: from },
      before: null,
      after: { from, to, environment, amount: decimal(amount), reference },
    })
    return { ...standings(changes), allotted: true }
  }
  return {
    async allot(allotment) {
      if (!(allotment.amount > 0)) throw coreErrors.error('INVALID_AMOUNT', { text: String(allotment.amount) })
      checkReference(allotment.reference)
      return await database.write((transaction) => move(transaction, allotment))
    },
  }
}

function checkFamily(parent: Account, child: Account): void {
  const refuse = (detail: string) => storeErrors.error('ALLOTMENT_NOT_ALLOWED', { detail })
  if (child.parentId !== parent.id) throw refuse(`${child.id} does not stand directly below ${parent.id}`)
  for (const { id, status } of [parent, child]) if (status !== 'active') throw refuse(`the account ${id} is ${status}`)
}

function requireWallet(
  wallets: ReadonlyMap<string, WalletState>,
  accountId: string,
  environment: Allotment['environment'],
): WalletState {
  const wallet = wallets.get(walletKey({ accountId, environment }))
  if (!wallet) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id: accountId })
  return wallet
}

/** What the reference moved before, in micro-rupees; null where it is new. */
async function earlierAmount(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { to, environment, reference }: Allotment,
): Promise<number | null> {
  const row: { amount: number | string } | undefined = await transaction(table('credit'))
    .where({ account_id: to, environment, reference })
    .first('amount')
  return row ? Number(row.amount) : null
}

const balanceOf = ({ posted, held, owed }: WalletState): WalletBalance => ({
  balance: posted,
  held,
  available: minus(posted, held),
  owed,
})

function standings({ wallets: [from, to] }: MoneyChanges) {
  if (!from || !to) throw new TypeError('an allotment changes two wallets')
  return { from: balanceOf(from), to: balanceOf(to) }
}
