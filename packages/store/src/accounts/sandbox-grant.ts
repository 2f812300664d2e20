import { type LedgerEntry, MICRO_RUPEES_PER_RUPEE, type Money, micro, zero } from '@parakh/core'
import { outboxRow } from '../outbox/append-event.ts'

const REFERENCE = 'sandbox-grant'
const ACTOR = 'system'
const environment = 'sandbox'

/** What is granted, to whom. */
interface SandboxGrant {
  readonly accountId: string
  /** Names the credit. */
  readonly id: string
  readonly amount: Money
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * The rows of a new account's sandbox credit: what billing decides for a first credit of an empty wallet. Its reference
 * makes that it is granted once (decisions.md section 6).
 */
export function sandboxGrantRows(grant: SandboxGrant) {
  const { accountId, id, amount, at } = grant
  const event = { id: `${id}-event`, type: 'wallet.credited', accountId, environment, sequence: 1, at } as const
  return {
    wallet: { posted: amount, version: 1, event_sequence: event.sequence },
    credit: { id, account_id: accountId, environment, reference: REFERENCE, amount, actor: ACTOR, at },
    entries: entriesOf(grant).map(entryRow),
    event: outboxRow({ ...event, data: { reference: REFERENCE, amount: amount / MICRO_RUPEES_PER_RUPEE } }),
  }
}

function entriesOf({ accountId, id, amount, at }: SandboxGrant): readonly LedgerEntry[] {
  const what = {
    transaction: id,
    kind: 'credit',
    environment,
    requestId: REFERENCE,
    priceVersion: '',
    reason: null,
  } as const
  const shared = { ...what, actor: ACTOR, at }
  return [
    { ...shared, ledgerAccount: `wallet:${accountId}`, amount, previous: zero, balance: amount, version: 1 },
    { ...shared, ledgerAccount: 'funding', amount: micro(-amount), previous: null, balance: null, version: null },
  ]
}

function entryRow(entry: LedgerEntry) {
  const { kind, environment, amount, previous, balance, version, actor, at } = entry
  return {
    ...{ kind, environment, amount, previous, balance, version, actor, at },
    transaction_id: entry.transaction,
    ledger_account: entry.ledgerAccount,
    request_id: entry.requestId,
    price_version: entry.priceVersion,
  }
}
