import { createAccountTables } from '../accounts/schema.ts'
import { createAdminTables } from '../admin/schema.ts'
import { createAuditTables } from '../audit/schema.ts'
import { createBillingTables } from '../billing/schema.ts'
import { createCommissionTables } from '../commission/schema.ts'
import { createRevisionTables } from '../connection/schema.ts'
import type { SchemaTarget } from '../connection/schema-target.ts'
import { createCounterTables } from '../counters/schema.ts'
import { createJobTables } from '../jobs/schema.ts'
import { createKeyTables } from '../keys/schema.ts'
import { createLedgerTables } from '../ledger/schema.ts'
import { createOutboxTables } from '../outbox/schema.ts'
import { createRecordTables } from '../records/schema.ts'
import { createServingTables } from '../serving/schema.ts'
import { createUsageTables } from '../usage/schema.ts'
import { createVaultTables } from '../vault/schema.ts'
import { createWalletTables } from '../wallet/schema.ts'

/** Each table is described by the folder that owns it. Accounts come first: others refer to them. */
const OWNERS: readonly ((target: SchemaTarget) => Promise<void>)[] = [
  createAccountTables,
  createAdminTables,
  createKeyTables,
  createVaultTables,
  createWalletTables,
  createLedgerTables,
  createBillingTables,
  createUsageTables,
  createCounterTables,
  createRecordTables,
  createOutboxTables,
  createJobTables,
  createServingTables,
  createAuditTables,
  createRevisionTables,
  createCommissionTables,
]

/**
 * The schema as it was frozen: `packages/server/test/frozen` holds what it makes, on both databases. Never changed again; every later change is a
 * migration of its own, beside this one (decision 0099).
 */
export const baseline0001 = {
  name: '0001-baseline',
  async up(target: SchemaTarget): Promise<void> {
    for (const create of OWNERS) await create(target)
  },
}
