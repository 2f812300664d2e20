import { type ApiKey, exactDecimal } from '@parakh/core'
import type { Knex } from 'knex'
import { appendAudit } from '../audit/append-audit.ts'
import type { KeysOptions } from './keys-options.ts'

/** What became of a key. */
export interface KeyAudit {
  readonly actor: string
  /** Such as `key.rotate`. */
  readonly action: string
  /** Null: there was none. */
  readonly before: ApiKey | null
  readonly after: ApiKey
}

/** Writes what became of a key into the audit log: what it may do, never its secret. */
export async function writeKeyAudit(
  transaction: Knex.Transaction,
  { database, clock, ids }: Pick<KeysOptions, 'database' | 'clock' | 'ids'>,
  { actor, action, before, after }: KeyAudit,
): Promise<void> {
  await appendAudit(transaction, database, {
    ...{ id: ids.next(), at: clock.now(), actor, action, subject: `key/${after.id}`, accountId: after.accountId },
    before: before && shownKey(before),
    after: shownKey(after),
  })
}

/** A key as the audit log shows it. */
const shownKey = (key: ApiKey): Readonly<Record<string, unknown>> => ({
  api_key: key.publicId,
  environment: key.environment,
  external: key.external,
  label: key.label,
  status: key.status,
  version: key.version,
  endpoints: key.endpoints,
  ip_ranges: key.ipRanges,
  spend_cap_per_day: key.spendCapPerDay && exactDecimal(key.spendCapPerDay),
  expires_at: key.expiresAt?.toISOString() ?? null,
  exposed_at: key.exposedAt?.toISOString() ?? null,
})
