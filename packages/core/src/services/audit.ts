import { exactDecimal, type Money, minus } from '../money.ts'
import type { Page } from '../records.ts'
import { token } from '../token.ts'
import type { AdjustOperation, CreditOperation } from './billing/index.ts'

/** One audited change. Entries are kept permanently. */
export interface AuditEntry {
  readonly id: string
  readonly at: Date
  /**
   * The actor: the operator's name on the command line, `admin:<name of the credential>` over HTTP, `system:<task>` for the host
   * itself.
   */
  readonly actor: string
  /** What was done, such as `account.suspend` or `price.set`. */
  readonly action: string
  /** The changed object: `account/<id>`, `key/<id>`, `price/<endpoint>`, `funding/<id>`, `wallet/<account>/<environment>`. */
  readonly subject: string
  /** The account whose branch may read it; null: operators only. */
  readonly accountId: string | null
  /** The changed values before and after, without secrets and identity numbers. Null: nothing before, or nothing left. */
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}
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
