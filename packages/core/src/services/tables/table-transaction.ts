import type * as z from 'zod'
import type { Event } from '../../handles.ts'
import type { Environment } from '../../outcome.ts'
import type { Account, NewAccount } from '../accounts.ts'
import type { AuditEntry } from '../audit-entry.ts'
import type { IssuedKey, NewKey } from '../keys.ts'
import type { LedgerRequest } from './ledger-move.ts'
import type { PlatformRevision } from './platform-revisions.ts'
import type { TableSet } from './table-set.ts'
import { type BoundStatement, readRows } from './table-statement.ts'

/** An event in the commit of what it tells of. Thin: ids, states and amounts, never an identity number. */
export interface TableEvent {
  readonly type: string
  readonly accountId: string
  readonly environment: Environment
  readonly data: Readonly<Record<string, unknown>>
  /** The id of the event that it tells of once more. */
  readonly replayOf?: string
  /** The webhook endpoint that it is meant for alone. */
  readonly endpointId?: string
}
/** An audit entry in the commit of what it tells of. */
export type NewAuditEntry = Omit<AuditEntry, 'id' | 'at'>
type AuditStates = 'before' | 'after'

/** Whose credentials of the admin API end. */
export interface EndedTokens {
  readonly personId: string
  /** Null: those of an operator. */
  readonly accountId: string | null
  readonly actor: string
}

/** What a transaction asks of the store; the answer comes back to where it was yielded. */
export type TransactionRequest =
  | { readonly kind: 'rows' | 'run'; readonly bound: BoundStatement }
  | { readonly kind: 'event'; readonly event: TableEvent }
  | { readonly kind: 'audit'; readonly entry: NewAuditEntry }
  | { readonly kind: 'revision'; readonly of: TableSet | PlatformRevision; readonly expected: number | null }
  | { readonly kind: 'account' | 'lock-account' | 'own-account'; readonly id: string }
  | { readonly kind: 'open-account'; readonly account: NewAccount }
  | { readonly kind: 'issue-key'; readonly key: NewKey }
  | ({ readonly kind: 'end-tokens' } & EndedTokens)
  | LedgerRequest
/**
 * A part of a transaction: `yield*` stands where one would await. Nothing else can be awaited while locks are held, and the whole may be run again
 * after a deadlock, so it changes nothing outside itself.
 */
export type Steps<T> = Generator<TransactionRequest, T, unknown>

/** One transaction on the tables of a plugin. Whatever is thrown in it, or by a statement, rolls it back. */
export interface TableTransaction {
  /** When it began, by the host's clock. */
  readonly at: Date
  rows<R>(bound: BoundStatement<R, 'read' | 'returning'>): Steps<readonly R[]>
  /** The first row, or null. */
  first<R>(bound: BoundStatement<R, 'read' | 'returning'>): Steps<R | null>
  /** Runs a write. @returns How many rows it has written. */
  run(bound: BoundStatement<never, 'write'>): Steps<number>
  /** Emits an event of the plugin. It locks the account's wallet: lock it first, by `Ledger.change`, where other rows are locked too. @returns Its id. */
  event<V extends z.ZodObject>(
    of: Event<V>,
    event: Omit<TableEvent, 'type' | 'data'> & { readonly data: z.input<V> },
  ): Steps<string>
  /** As `event`, of a type that is known at run time only. */
  emit(event: TableEvent): Steps<string>
  /** @param entry `before` and `after` are null unless given. */
  audit(entry: Omit<NewAuditEntry, AuditStates> & Partial<Pick<NewAuditEntry, AuditStates>>): Steps<void>
  /**
   * Raises the revision of a plugin's rows, or one of the platform. Its lock stops whoever else raises it until the commit, so raise it last, or
   * before what is read to be changed. A plugin's own change that was checked at `seen` throws where it is given another one than `seen + 1`.
   *
   * @param expected The platform's revision that the change was checked against; absent: it was checked against nothing.
   * @returns The new revision.
   * @throws `PRICING_CHANGED` where it is another one than expected.
   */
  raiseRevision(of: TableSet): Steps<number>
  raiseRevision(of: PlatformRevision, expected?: number): Steps<number>
  /** @throws `ACCOUNT_NOT_FOUND` */
  account(id: string): Steps<Account>
  /** Returns an account and locks it until the commit, as the issue of its keys does. Lock it before rows of a plugin. @throws `ACCOUNT_NOT_FOUND` */
  lockAccount(id: string): Steps<Account>
  /** Records that an account has an owner, and locks it as `lockAccount`. */
  markOwned(id: string): Steps<void>
  /** Opens an account with its sandbox credit, as `Accounts.create` and in this commit. @throws As that. */
  openAccount(account: NewAccount): Steps<Account>
  /** Issues a key, as `Keys.create` and in this commit: whoever opens an account gives it its first key at once. @throws As that. */
  issueKey(key: NewKey): Steps<IssuedKey>
  /** Revokes the credentials of the admin API that a person has made for an account. @returns How many. */
  endTokens(of: EndedTokens): Steps<number>
}

/** Asks the store. The answer's type belongs to the request: the store gives what each kind promises. */
export function* ask<T>(request: TransactionRequest): Steps<T> {
  return (yield request) as T
}

/** The requests that a transaction makes. For stores. */
export function tableTransaction(at: Date): TableTransaction {
  function* rows<R>(bound: BoundStatement<R>): Steps<readonly R[]> {
    return readRows(bound, yield* ask<readonly unknown[]>({ kind: 'rows', bound }))
  }
  return {
    at,
    rows,
    *first<R>(bound: BoundStatement<R>) {
      const [row = null] = yield* rows(bound)
      return row
    },
    run: (bound) => ask({ kind: 'run', bound }),
    event: (of, { data, ...event }) =>
      ask({ kind: 'event', event: { ...event, type: of.id, data: of.definition.data.parse(data) } }),
    emit: (event) => ask({ kind: 'event', event }),
    audit: (entry) => ask({ kind: 'audit', entry: { before: null, after: null, ...entry } }),
    raiseRevision: (of: TableSet | PlatformRevision, expected?: number) =>
      ask({ kind: 'revision', of, expected: expected ?? null }),
    account: (id) => ask({ kind: 'account', id }),
    lockAccount: (id) => ask({ kind: 'lock-account', id }),
    markOwned: (id) => ask({ kind: 'own-account', id }),
    openAccount: (account) => ask({ kind: 'open-account', account }),
    issueKey: (key) => ask({ kind: 'issue-key', key }),
    endTokens: (of) => ask({ kind: 'end-tokens', ...of }),
  }
}
