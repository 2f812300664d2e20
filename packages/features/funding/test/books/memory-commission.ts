import {
  type Allotments,
  type CommissionConversion,
  type CommissionLedger,
  type CommissionSettlement,
  type CommissionTotals,
  creditKey,
  MICRO_RUPEES_PER_PAISA,
  micro,
  type WalletOwner,
} from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import {
  amountToConvert,
  amountToRecover,
  checkFamily,
  finalOf,
  storeErrors,
  withConvertible,
} from '../../../../../test/book-rules.ts'
import type { MemoryLedger, MemoryLedgerParts } from './memory-ledger.ts'

type Parts = MemoryLedgerParts & { readonly ledger: MemoryLedger }
const ACTOR = 'system:settlement'
const environment = 'production'

/** What an account has earned: the entries of its commission, and the shares of calls that are not completed. */
export function memoryTotals({ tables }: Pick<Parts, 'tables'>, { accountId }: WalletOwner): CommissionTotals {
  const of = `commission:${accountId}`
  let [accrued, pending] = [0, 0]
  for (const entry of tables.entries)
    if (entry.ledgerAccount === of && entry.environment === environment) accrued += entry.amount
  for (const { asyncState, charged, refunded, legs } of tables.calls.values())
    if (asyncState === 'pending' && charged > 0 && refunded === 0)
      for (const leg of legs) if (leg.accountId === accountId) pending += leg.amount
  return withConvertible({ accrued: micro(accrued), pending: micro(pending) })
}

/** Commission in memory: read here, decided by the rules of the store. */
export function memoryCommission(parts: Parts): Pick<CommissionLedger, 'totals' | 'convert' | 'settle'> {
  const { tables, ledger, clock, ids } = parts
  const totals = (accountId: string): CommissionTotals => memoryTotals(parts, { accountId, environment })

  function convert(conversion: CommissionConversion & { readonly orNothing?: true; readonly at: number }) {
    const { accountId, reference, actor, amount: asked, at } = conversion
    const of = { accountId, environment } as const
    const earlier = tables.credits.get(creditKey(of, reference))
    if (earlier !== undefined && asked !== undefined && asked !== earlier)
      throw storeErrors.error('REFERENCE_REUSED', { reference })
    const before = totals(accountId)
    const { balance } = ledger.balance(of)
    if (earlier !== undefined) return { ...before, converted: false, amount: earlier, balance }
    const amount = amountToConvert(before, conversion)
    if (amount === 0) return { ...before, converted: false, amount, balance }
    ledger.move({ kind: 'convert', id: ids.next(), ...of, at, amount, reference, actor })
    return { ...totals(accountId), converted: true, amount, balance: ledger.balance(of).balance }
  }

  return {
    totals: async (accountId) => totals(accountId),
    convert: async (conversion) => convert({ ...conversion, at: clock.now().getTime() }),
    async settle(settlement) {
      const settled = { transferred: 0, recovered: 0 }
      for (const { id, status } of [...tables.accounts.values()]) {
        const final = finalOf(totals(id))
        if (final < 0 && recover(id, settlement.at)) settled.recovered += 1
        if (final < MICRO_RUPEES_PER_PAISA || settlement.settle === 'manual' || status === 'closed') continue
        if (transfer(id, settlement)) settled.transferred += 1
      }
      return settled
    },
  }

  function recover(accountId: string, at: number): boolean {
    const amount = amountToRecover(totals(accountId))
    const reference = `${dayOf(accountId, at)}/${ids.next()}`
    const what = { amount, reference, reason: 'Commission of what was given back', actor: ACTOR }
    return ledger.move({ kind: 'recover', id: ids.next(), accountId, environment, at, ...what }) === 'moved'
  }
  function transfer(accountId: string, { at, settle }: CommissionSettlement): boolean {
    const day = dayOf(accountId, at)
    const reference = settle === 'daily' ? day : `${day}/${ids.next()}`
    return convert({ accountId, environment, reference, actor: ACTOR, at, orNothing: true }).converted
  }
}

const dayOf = (accountId: string, at: number): string => `settle/${accountId}/${environment}/${indianDay(new Date(at))}`

/** Allotments in memory: to whom is decided by the rule of the store. */
export const memoryAllotments = ({ ledger, clock, ids }: Parts): Allotments => ({
  async allot({ from, to, amount, reference, actor }) {
    checkFamily(ledger.account(from), ledger.account(to))
    const at = clock.now().getTime()
    const kind = ledger.move({
      ...{ kind: 'transfer', id: ids.next(), accountId: from, environment, at, to, amount, reference, actor },
    })
    const giver = ledger.balance({ accountId: from, environment })
    if (kind === 'insufficient')
      throw storeErrors.error('ALLOTMENT_TOO_HIGH', { available: String(giver.available), amount: String(amount) })
    return { from: giver, to: ledger.balance({ accountId: to, environment }), allotted: kind === 'moved' }
  },
})
