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
} from '@parakh/core'
import type { Knex } from 'knex'
import { requireAccount } from '../account-tree/read-accounts.ts'
import { appendAudit } from '../audit/append-audit.ts'
import { storeErrors } from '../error-codes.ts'
import { lockedWallets, requireWallet } from './locked-wallets.ts'
import { type MoneyMover, moveMoney } from './move-money.ts'

/** What allotments are made from. */
export interface AllotmentsOptions extends MoneyMover {
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * Allotments on a database: one transaction beneath the locks of both wallets, so that no batch sees half of one.
 *
 * @example
 * const allotments = createAllotments({ database, decide, clock, ids })
 * await allotments.allot({ from, to, environment: 'production', amount: inr('500'), reference: 'july-1', actor: 'asha' })
 */
export function createAllotments({ database, decide, clock, ids }: AllotmentsOptions): Allotments {
  async function allotIn(transaction: Knex.Transaction, allotment: Allotment) {
    const { from, to, environment, amount, reference, actor, reserved } = allotment
    const wallets = await lockedWallets(transaction, database, { accountIds: [from, to], environment })
    const parent = await requireAccount(transaction, database, from)
    const child = await requireAccount(transaction, database, to)
    checkFamily(parent, child)
    const giver = requireWallet(wallets, { accountId: from, environment })
    const taker = requireWallet(wallets, { accountId: to, environment })
    const [id, at] = [reserved?.id ?? ids.next(), clock.now()]
    const of = { id, accountId: from, environment, at: at.getTime() }
    const move = { kind: 'transfer', ...of, to, amount, reference, actor, reserved } as const
    const moved = await moveMoney(transaction, { database, decide }, { move, wallets: [giver, taker] })
    if (moved.kind === 'insufficient') {
      const available = minus(giver.posted, giver.held)
      throw storeErrors.error('ALLOTMENT_TOO_HIGH', { available: decimal(available), amount: decimal(amount) })
    }
    const balances = {
      from: balanceOf(requireWallet(moved.wallets, giver)),
      to: balanceOf(requireWallet(moved.wallets, taker)),
    }
    if (moved.kind === 'duplicate') return { ...balances, allotted: false }
    await appendAudit(transaction, database, {
      ...{ id: ids.next(), at, actor, action: 'wallet.allot', subject: `wallet/${to}/${environment}`, accountId: from },
      before: null,
      after: { from, to, environment, amount: decimal(amount), reference },
    })
    return { ...balances, allotted: true }
  }
  return {
    async allot(allotment) {
      if (!(allotment.amount > 0)) throw coreErrors.error('INVALID_AMOUNT', { text: String(allotment.amount) })
      checkReference(allotment.reference)
      return await database.write((transaction) => allotIn(transaction, allotment))
    },
  }
}

/** @throws `ALLOTMENT_NOT_ALLOWED` */
export function checkFamily(parent: Account, child: Account): void {
  const refuse = (detail: string) => storeErrors.error('ALLOTMENT_NOT_ALLOWED', { detail })
  if (child.parentId !== parent.id) throw refuse(`${child.id} does not stand directly below ${parent.id}`)
  for (const { id, status } of [parent, child]) if (status !== 'active') throw refuse(`the account ${id} is ${status}`)
}

const balanceOf = ({ posted, held, owed }: WalletState): WalletBalance => ({
  balance: posted,
  held,
  available: minus(posted, held),
  owed,
})
