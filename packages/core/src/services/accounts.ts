import type { AskedPage } from '../operation/page.ts'
import type { Page } from '../records.ts'
import { token } from '../token.ts'

/** The roles of accounts (spec: Reseller hierarchy). */
export const ROLES = ['super_admin', 'master_distributor', 'distributor', 'retailer', 'developer', 'customer'] as const
export type Role = (typeof ROLES)[number]

/** The highest commission rate of each role, in basis points (decisions.md section 10): 18, 12 and 8 %; the others have none. */
export const COMMISSION_CAPS_BASIS_POINTS: Readonly<Record<Role, number>> = {
  super_admin: 0,
  master_distributor: 1_800,
  distributor: 1_200,
  retailer: 800,
  developer: 0,
  customer: 0,
}

/** The states of a customer's KYC. */
export const KYC_STATES = ['pending', 'submitted', 'approved', 'rejected'] as const
export type KycState = (typeof KYC_STATES)[number]

/** A customer or reseller: it pays for calls, and may earn commission. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly parentId: string | null
  readonly status: 'active' | 'suspended' | 'closed'
  readonly kyc: KycState
  /** Ids of the endpoints that it has bought; null: all but the withheld ones, also those that are added later. */
  readonly apis: readonly string[] | null
  /** Ids of the endpoints that are withheld from an account that may call all others; none where `apis` is a list. */
  readonly withheldApis: readonly string[]
  /** Whether the accounts above may issue its keys, as it decided; null: undecided, so they may until it has an owner. */
  readonly keysFromAbove: boolean | null
  /** Whether the accounts above may invite, change and remove its people and make portal links, as `keysFromAbove`. */
  readonly peopleFromAbove: boolean | null
  /** Whether a person with an e-mail address is its owner. */
  readonly hasOwner: boolean
  /** Rises when its APIs or its parent change; a call that was identified with an older version is identified again. */
  readonly version: number
  readonly createdAt: Date
}
/** A KYC document: its kind, and where the host keeps it. Never its number. */
export interface KycDocument {
  /** 1 to 32 lower-case letters, digits, `_` and `-`, such as `pan-card`. */
  readonly kind: string
  /** 1 to 200 printable characters, such as a path in a vault. */
  readonly reference: string
}
/** The KYC of an account: the last submission and decision. */
export interface KycFile {
  readonly accountId: string
  readonly state: KycState
  readonly documents: readonly KycDocument[]
  readonly submittedAt: Date | null
  readonly decidedAt: Date | null
  /** Why it was rejected. */
  readonly reason: string | null
}
/** A submission of KYC that waits for a decision. */
export interface KycSubmission {
  readonly accountId: string
  readonly accountName: string
  readonly submittedAt: Date
  /** How many documents were submitted. */
  readonly documents: number
}
/** A query for accounts. */
export interface AccountQuery {
  /** This account and all below it; null: all. */
  readonly within: string | null
  readonly role?: Role
  readonly status?: Account['status']
  readonly kyc?: KycState
  /** Whose name or id begins so, A to Z and a to z being the same. Such a page is in the order of names, and of ids after them. */
  readonly startsWith?: string
  readonly cursor: string | null
  /** 1 to 1,000. */
  readonly limit: number
}
/** An account to open. */
export interface NewAccount {
  readonly name: string
  readonly role: Role
  /** Null unless given. */
  readonly parentId?: string | null
  /** Who opens it; `system` unless given. */
  readonly actor?: string
}
/** The actor of a move, and what it was checked against. */
export interface CheckedMove {
  readonly actor: string
  /** The revision of the tree (`platformRevisions.accountTree`) that it was checked against: at any other one the account is not moved. */
  readonly ifRevision: number
}
/** The actor of a change, and why. */
export interface ReasonedBy {
  readonly actor: string
  /** 1 to 500 printable characters, no identity number. It is in the audit log with the change. */
  readonly reason?: string
}
/**
 * Accounts: a tree of roles. Every change is in the audit log, in its own commit; `actor` says who made it (`system` unless given).
 * A closed account never changes again: each of its changes throws `ACCOUNT_CLOSED`.
 */
export interface Accounts {
  /**
   * Opens an account and grants its sandbox credits, once, in the same commit.
   *
   * @throws `ACCOUNT_NAME_INVALID`, `ACCOUNT_NOT_FOUND` when the parent does not exist, `ACCOUNT_PARENT_NOT_ALLOWED`,
   *   `ACCOUNT_CLOSED` when the parent is closed.
   */
  create(account: NewAccount): Promise<Account>
  get(id: string): Promise<Account | null>
  list(): Promise<readonly Account[]>
  /** In the order in which they were opened, unless `startsWith` is asked. @throws `CURSOR_INVALID` */
  page(query: AccountQuery): Promise<Page<Account>>
  /** The ids of an account and of all below it; none where there is no such account. */
  branch(id: string): Promise<readonly string[]>
  /** The accounts above one, the nearest first, without itself; none where there is no such account. */
  ancestors(id: string): Promise<readonly Account[]>
  /** @throws `ACCOUNT_NOT_FOUND`, `ACCOUNT_NAME_INVALID` */
  rename(id: string, name: string, actor?: string): Promise<Account>
  /**
   * Moves an account, with all below it, under another parent or none. Calls in flight keep the commission that they were admitted
   * with; later calls use the new line. It and the accounts below it that delegated keys or people no longer do.
   *
   * @throws `ACCOUNT_NOT_FOUND`, `ACCOUNT_PARENT_NOT_ALLOWED`, `ACCOUNT_PARENT_CIRCULAR`; of a server `ACCOUNT_MOVE_BELOW_FLOOR` too,
   *   `PRICING_CHANGED`
   */
  move(id: string, parentId: string | null, by?: string | CheckedMove): Promise<Account>
  /** Adds endpoints, or permits `all`, future ones included. Effective from the next request. @throws `ACCOUNT_NOT_FOUND` */
  grantApis(id: string, endpoints: readonly string[] | 'all', actor?: string): Promise<Account>
  /**
   * Removes endpoints, effective from the next request. An account that may call all keeps the others, also those that are added later.
   *
   * @throws `ACCOUNT_NOT_FOUND`
   */
  revokeApis(id: string, endpoints: readonly string[], actor?: string): Promise<Account>
  /** Permits these endpoints alone, effective from the next request: none that are added later. @throws `ACCOUNT_NOT_FOUND` */
  limitApis(id: string, endpoints: readonly string[], actor?: string): Promise<Account>
  /** Lets the accounts above issue its keys, or no longer. Keys that they issued stay. @throws `ACCOUNT_NOT_FOUND` */
  delegateKeys(id: string, allowed: boolean, actor?: string): Promise<Account>
  /** Lets the accounts above manage its people, or no longer. People whom they invited stay. @throws `ACCOUNT_NOT_FOUND` */
  delegatePeople(id: string, allowed: boolean, actor?: string): Promise<Account>
  /**
   * Effective from the next request. Closing ends every key permanently. It is refused while the account owes: a wallet, or commission
   * that was paid and then reversed.
   *
   * @throws `ACCOUNT_NOT_FOUND`, `ACCOUNT_OWES`, `INVALID_REASON`
   */
  setStatus(id: string, status: Account['status'], by?: string | ReasonedBy): Promise<Account>
  /** The last submission and decision. @throws `ACCOUNT_NOT_FOUND` */
  kycFile(id: string): Promise<KycFile>
  /** Submissions that wait for a decision, the oldest first; those of closed accounts wait for none. */
  kycSubmissions(page: AskedPage): Promise<Page<KycSubmission>>
  /**
   * Submits documents for KYC. They replace the earlier ones.
   *
   * @throws `ACCOUNT_NOT_FOUND`, `KYC_DOCUMENTS_INVALID`, `KYC_MOVE_NOT_ALLOWED` when it is approved.
   */
  submitKyc(id: string, documents: readonly KycDocument[], actor?: string): Promise<Account>
  /** Permits production keys. @throws `ACCOUNT_NOT_FOUND`, `KYC_MOVE_NOT_ALLOWED` when it was rejected and not submitted again. */
  approveKyc(id: string, actor?: string): Promise<Account>
  /** @param reason 1 to 500 printable characters. @throws `ACCOUNT_NOT_FOUND`, `INVALID_REASON`, `KYC_MOVE_NOT_ALLOWED` */
  rejectKyc(id: string, reason: string, actor?: string): Promise<Account>
}
/** The accounts of a server. */
export const Accounts = token<Accounts>('core.accounts')
