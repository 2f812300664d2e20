import type { TableHandle } from './sql.ts'

const table = (name: string): TableHandle => ({ kind: 'table', namespace: null, name })

/**
 * Tables of the platform that statements of plugins may read. The columns named here are part of the contract; others may change.
 *
 * - `account`: id, name, role, parent_id, status, kyc, has_owner, created_at (ms)
 * - `wallet`: account_id, environment, posted, held, owed (micro-rupees)
 * - `counter`: account_id, environment, name, period, value
 * - `usage`: id (ascending, see `UsageSequence`), account_id, environment, key_id, reference, endpoint, outcome, code, latency_ms, charged
 *   (micro-rupees, before refunds), at (ms), calls; found by account_id, environment and at; rows go with their retention
 * - `call`: reference (unique, the only index for plugins: read calls by it), account_id, environment, endpoint, charged, refunded (micro-rupees),
 *   legs (JSON, `CallLeg[]`), at (ms)
 * - `event`: position, id, type, account_id, environment, sequence, data (JSON), at (ms), replay_of, endpoint_id
 */
export const platformTables = {
  account: table('account'),
  wallet: table('wallet'),
  counter: table('counter'),
  usage: table('usage'),
  call: table('call'),
  event: table('outbox'),
} as const
