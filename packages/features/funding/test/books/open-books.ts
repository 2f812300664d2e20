import {
  type CallState,
  type CommissionTotals,
  type Ids,
  inr,
  type Ledger,
  type LedgerEntry,
  type Store,
  type TableAccess,
  type TableSet,
  type WalletBalance,
  zero,
} from '@parakh/core'
import { collectingLogger, type ManualClock } from '@parakh/testkit'
import {
  createPlans,
  createSubscriptionStore,
  createSubscriptionView,
  FREE_PLAN,
  type Plan,
  type PlanCatalogue,
  planTables,
} from '../../../../../test/book-rules.ts'
import type { FundingRecord } from '../../src/contract/funding.ts'
import { createFunding } from '../../src/rules/create-funding.ts'
import { createFundings } from '../../src/tables/create-fundings.ts'
import { fundingTables } from '../../src/tables/funding-tables.ts'

/** The name of the gateway of a walk. */
export const GATEWAY = 'bank'

const TERMS = { unlimited: false, features: [], endpoints: null }
/** So small that a walk uses a pool up, and pays for a dearer plan with what it has. */
const OFFERED: readonly Plan[] = [
  { ...TERMS, id: FREE_PLAN, name: 'Developer', pricePerMonth: zero, limit: 0 },
  { ...TERMS, id: 'lite', name: 'Lite', pricePerMonth: inr('1.50'), limit: 2 },
  { ...TERMS, id: 'starter', name: 'Starter', pricePerMonth: inr('3'), limit: 4 },
]
/** The plans of a walk. */
export const CATALOGUE: PlanCatalogue = { offered: OFFERED, gated: false }

/** What the books say of some accounts. */
export interface BookRows {
  /** By account, in production as all that is here. */
  readonly wallets: ReadonlyMap<string, Pick<WalletBalance, 'balance' | 'held' | 'owed'>>
  readonly commission: ReadonlyMap<string, Pick<CommissionTotals, 'accrued' | 'pending'>>
  readonly entries: readonly Pick<LedgerEntry, 'kind' | 'ledgerAccount' | 'amount' | 'requestId'>[]
  /** In the order of their admission. */
  readonly calls: readonly CallState[]
  /** References of calls whose commission was taken back by a reversal. */
  readonly clawedBack: ReadonlySet<string>
  readonly fundings: readonly Pick<
    FundingRecord,
    'id' | 'accountId' | 'method' | 'state' | 'amount' | 'reversed' | 'createdAt' | 'utr'
  >[]
}
/** Whose books, and which calls. */
export interface BookQuery {
  readonly accountIds: readonly string[]
  readonly references: readonly string[]
}
/** A store with the tables of funding and plans. */
export interface BookParts {
  readonly store: Pick<
    Store,
    'accounts' | 'keys' | 'billing' | 'commission' | 'allotments' | 'wallet' | 'counters' | 'usage'
  >
  readonly ledger: Ledger
  readonly clock: ManualClock
  readonly ids: Ids
  accessOf(tables: TableSet): TableAccess
  read(query: BookQuery): Promise<BookRows>
  close(): Promise<void>
}
/** The services that customers, resellers, operators and gateways reach, over one store. */
export interface Books extends BookParts {
  readonly rows: ReturnType<typeof createFundings>
  readonly funding: ReturnType<typeof createFunding>
  readonly plans: ReturnType<typeof createPlans>
  readonly subscriptions: ReturnType<typeof createSubscriptionStore>
}

/** Opens funding and plans over a store, with the rules that a server has. */
export function openBooks(parts: BookParts): Books {
  const { store, ledger, clock, ids } = parts
  const rows = createFundings({ tables: parts.accessOf(fundingTables), ledger })
  const subscriptions = createSubscriptionStore({
    ...{ tables: parts.accessOf(planTables), ledger },
    reservations: { isExternal: () => false },
  })
  const funding = createFunding({
    ...{ rows, clock, ids, logger: collectingLogger() },
    gateways: new Map([[GATEWAY, { read: () => null }]]),
    rules: {
      twoOperatorsAbove: inr('1000000'),
      submitterMayApprove: true,
      maxOpenTransfers: 20,
      maxOpenTransfersBeforeKyc: 3,
      upi: null,
      bankAccount: null,
    },
    hosts: { address: { url: 'https://parakh.example' }, ownHosts: [], brands: null },
    acts: { carryOut: async () => false },
    ties: { unconfirmed: async () => [] },
  })
  const plans = createPlans({
    ...{ store: subscriptions, usage: store.usage, counters: store.counters, catalogue: CATALOGUE, clock, ids },
    view: createSubscriptionView(subscriptions, clock),
  })
  return { ...parts, rows, funding, plans, subscriptions }
}
