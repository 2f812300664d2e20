import { type Clock, type CommissionLeg, inr, type Ledger, type Money, NO_WRITES, zero } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { createStore } from '@parakh/store'
import { collectingLogger, sequentialIds } from '@parakh/testkit'
import { databaseOn } from '../../../../test/databases.ts'
import type { FundingRules } from '../src/rules/funding-rules.ts'
import { createFundings } from '../src/tables/create-fundings.ts'
import { fundingStatements } from '../src/tables/funding-statements.ts'
import { fundingTables } from '../src/tables/funding-tables.ts'

/** Both databases, for `describe.each`. */
export const ENGINES = ['sqlite3', 'pg'] as const

/** The rules of a deployment. */
export const RULES: FundingRules = {
  twoOperatorsAbove: inr('50000'),
  submitterMayApprove: true,
  maxOpenTransfers: 20,
  maxOpenTransfersBeforeKyc: 3,
  upi: { vpa: 'acme@okbank', name: 'Acme' },
  bankAccount: null,
}

const environment = 'production'
const SECRETS = {
  pepper: [{ id: 'p1', value: 'pepper' }],
  masterKey: [{ id: 'm1', value: Buffer.alloc(32, 7).toString('base64') }],
}
let lanes = 0

/** An account that makes paid calls. */
interface Payer {
  readonly accountId: string
  readonly environment: typeof environment
  readonly key: { readonly id: string; readonly version: number }
}
/** A store with the tables of funding. */
export type FundingBench = Awaited<ReturnType<typeof fundingBench>>

/** Opens a store with the tables of funding on a database of its own. */
export async function fundingBench(engine: (typeof ENGINES)[number], clock: Clock) {
  const place = await databaseOn(engine)
  const store = await createStore({
    ...{ database: place.options, decide, secrets: SECRETS, clock, logger: collectingLogger() },
    ids: sequentialIds(++lanes),
  })
  const kept = store.pluginTables
  if (!kept) throw new Error('the store keeps tables of plugins')
  kept.use([{ tables: fundingTables, statements: Object.values(fundingStatements).map(({ statement }) => statement) }])
  await store.migrate()
  const ledger: Ledger = { change: (change, work) => kept.change({ ...change, reserved: null }, work) }
  return {
    store,
    fundings: createFundings({ tables: kept.access(fundingTables), ledger }),
    newAccount: async () => (await store.accounts.create({ name: 'Acme', role: 'customer', actor: 'test' })).id,
    balance: ({ accountId }: { readonly accountId: string }) => store.wallet.balance(accountId, environment),
    /** An account with a production key and funds. */
    async openPayer(funds: Money): Promise<Payer> {
      const { id: accountId } = await store.accounts.create({ name: 'Acme', role: 'developer', actor: 'test' })
      await store.accounts.approveKyc(accountId)
      const owner = { accountId, environment } as const
      const { key } = await store.keys.create(owner)
      await store.wallet.credit({ ...owner, amount: funds, reference: 'first', actor: 'test' })
      return { ...owner, key }
    },
    /** A paid call of one rupee. @param legs What of it is paid on. */
    async sell(payer: Payer, reference: string, legs: readonly CommissionLeg[]): Promise<void> {
      const { key, ...owner } = payer
      const of = { ...owner, keyId: key.id, reference }
      const at = clock.now().getTime()
      const { kind } = await store.billing.admit({
        ...{ kind: 'admit', ...of, at, keyVersion: key.version, endpoint: 'lookup', requestId: reference },
        ...{ claim: reference, fingerprint: 'same', price: inr('1'), priceVersion: 'plugin:1', legs },
        ...{ limits: { endpoint: 1_000, total: 1_000, inFlight: 1_000 }, alreadyCounted: false, leaseMs: 30_000 },
        ...{ owner: 'one', consents: [] },
      })
      if (kind !== 'admitted') throw new Error(`the call was not admitted: ${kind}`)
      const settled = await store.billing.settle({
        ...{ kind: 'settle', ...of, at, epoch: 1, outcome: 'answer', charged: inr('1'), writes: NO_WRITES },
        response: { status: 200, body: Buffer.from('{}') },
        usage: {
          ...{ ...of, at, requestId: reference, endpoint: 'lookup', status: 200, outcome: 'answer', code: null },
          ...{ latencyMs: 1, charged: zero, ip: '127.0.0.1', day: '2026-01-15', counted: true },
        },
      })
      if (settled.kind !== 'done') throw new Error(`the call was not settled: ${settled.kind}`)
    },
    async close() {
      await store.close()
      await place.drop()
    },
  }
}
