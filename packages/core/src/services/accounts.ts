import { token } from '../token.ts'

/** What an account may be (spec: Reseller hierarchy). */
export const ROLES = ['super_admin', 'master_distributor', 'distributor', 'retailer', 'developer', 'customer'] as const
export type Role = (typeof ROLES)[number]

/** Who pays and who is paid. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly parentId: string | null
  readonly status: 'active' | 'suspended' | 'closed'
  readonly kyc: 'pending' | 'submitted' | 'approved' | 'rejected'
  readonly createdAt: Date
}
/** Accounts. */
export interface Accounts {
  /**
   * Opens an account and grants its sandbox credits, once, in the same commit.
   *
   * @throws `ACCOUNT_NOT_FOUND` when the parent does not exist.
   */
  create(account: { name: string; role: Role; parentId?: string | null }): Promise<Account>
  get(id: string): Promise<Account | null>
  list(): Promise<readonly Account[]>
  /** Permits production keys. @throws `ACCOUNT_NOT_FOUND` */
  approveKyc(id: string): Promise<Account>
  /** Acts on the next request. @throws `ACCOUNT_NOT_FOUND` */
  setStatus(id: string, status: Account['status']): Promise<Account>
}
/** The accounts of a server. */
export const Accounts = token<Accounts>('core.accounts')
