import { exactDecimal, type Money, minus } from '../money.ts'
import type { Page } from '../records.ts'
import { token } from '../token.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { AdjustOperation, CreditOperation } from './billing/index.ts'

/** A query for audit entries. */
export interface AuditQuery {
  /** Entries of these accounts only; null: all. */
  readonly accountIds: readonly string[] | null
  readonly subject?: string
  readonly action?: string
  readonly actor?: string
  /** Included. */
  readonly from?: Date
  /** Excluded. */
  readonly until?: Date
  readonly cursor: string | null
  /** 1 to 1,000. */
  readonly limit: number
}
/** The audit log: append-only, written in the transaction of the change. */
export interface AuditLog {
  /** Newest first. @throws `CURSOR_INVALID` */
  list(query: AuditQuery): Promise<Page<AuditEntry>>
  /** Writes an entry for a change that is not stored in the database. */
  append(entry: Omit<AuditEntry, 'id' | 'at'>): Promise<AuditEntry>
}
/** The audit log of a server. */
export const AuditLog = token<AuditLog>('core.audit-log')

/**
 * The audit entry of a credit or an adjustment. Its values before and after are the balance less what is owed.
 *
 * @param after The wallet after it.
 */
export function walletAudit(
  operation: CreditOperation | AdjustOperation,
  after: { readonly posted: Money; readonly owed: Money },
): Omit<AuditEntry, 'id' | 'at'> {
  const { kind, accountId, environment, amount, reference, actor } = operation
  const standing = minus(after.posted, after.owed)
  return {
    ...{ actor, accountId, action: `wallet.${kind}`, subject: `wallet/${accountId}/${environment}` },
    before: { balance_less_owed: exactDecimal(minus(standing, amount)) },
    after: {
      ...{ balance_less_owed: exactDecimal(standing), amount: exactDecimal(amount), reference },
      ...(operation.kind === 'adjust' ? { reason: operation.reason } : {}),
    },
  }
}
