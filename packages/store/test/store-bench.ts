import { type Billing, inr, type Money, NO_WRITES, type SettleOperation, type Store, zero } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import { createStore } from '../src/create-store.ts'
import type { StoreOptions } from '../src/store-options.ts'
import type { TestDatabase } from './databases.ts'

const SECRETS: StoreOptions['secrets'] = {
  pepper: [{ id: 'p1', value: 'pepper' }],
  masterKey: [{ id: 'm1', value: Buffer.alloc(32, 7).toString('base64') }],
}
let lanes = 0

/** A migrated store on a test's database. */
export async function openStore(
  database: TestDatabase,
  options: Partial<
    Pick<StoreOptions, 'clock' | 'decide' | 'database' | 'batch' | 'logger' | 'requireDurable' | 'secrets'>
  > = {},
): Promise<Store> {
  const store = await createStore({
    ...{ database: database.options, decide, secrets: SECRETS, clock: manualClock(), logger: collectingLogger() },
    ids: sequentialIds(++lanes),
    ...options,
  })
  await store.migrate()
  return store
}

/** An account with a production key and funds. */
export async function openPayer(store: Store, funds: Money = inr('10')) {
  const { id: accountId } = await store.accounts.create({ name: 'Acme', role: 'developer' })
  await store.accounts.approveKyc(accountId)
  const owner = { accountId, environment: 'production' } as const
  const { key } = await store.keys.create(owner)
  await store.wallet.credit({ ...owner, amount: funds, reference: 'first', actor: 'test' })
  return { ...owner, key }
}
export type Payer = Awaited<ReturnType<typeof openPayer>>

const AT = manualClock().now().getTime()

/** Asks for a call to be let in. */
export const admit = (store: Store, payer: Payer & { readonly owner?: string }, reference: string) =>
  store.billing.admit(asked(payer, reference))

/** What is asked for a call to be let in. */
export function asked(payer: Payer & { readonly owner?: string }, reference: string): Parameters<Billing['admit']>[0] {
  const { key, accountId, environment, owner = 'one' } = payer
  return {
    kind: 'admit',
    ...{ accountId, environment, at: AT, reference, keyId: key.id, keyVersion: key.version, endpoint: 'lookup' },
    ...{
      requestId: reference,
      claim: reference,
      fingerprint: 'same',
      price: inr('1'),
      priceVersion: 'plugin:1',
      legs: [],
    },
    ...{ limits: { endpoint: 1_000, total: 1_000, inFlight: 1_000 }, alreadyCounted: false, leaseMs: 30_000 },
    ...{ owner, consents: [] },
  }
}

/** Ends a call with a charged answer. */
export const settle = (store: Store, payer: Payer, reference: string) =>
  store.billing.settle(answerOf(payer, reference))

/** Answers a call that is charged on completion: its hold waits for a day. */
export const accept = (store: Store, payer: Payer, reference: string) =>
  store.billing.settle({
    ...answerOf(payer, reference),
    ...{ charged: zero, keepsUnit: true, holdUntil: AT + 86_400_000 },
    writes: { ...NO_WRITES, asyncState: { reference, from: 'none', to: 'pending' } },
  })

function answerOf({ key, accountId, environment }: Payer, reference: string): SettleOperation {
  const of = { accountId, environment, at: AT, keyId: key.id, reference }
  return {
    kind: 'settle',
    ...{ ...of, epoch: 1, outcome: 'answer', charged: inr('1'), writes: NO_WRITES },
    response: { status: 200, body: Buffer.from(`{"of":"${reference}"}`) },
    usage: {
      ...{ ...of, requestId: reference, endpoint: 'lookup', status: 200, outcome: 'answer', code: null, latencyMs: 1 },
      ...{ charged: zero, ip: '127.0.0.1', day: '2026-01-15', counted: true },
    },
  }
}
