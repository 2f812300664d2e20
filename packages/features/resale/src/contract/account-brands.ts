import { type AccountBrand, type Brands, token } from '@parakh/core'

/** Brands of accounts, set and cleared. Others need core's `Brands`, which has those that are shown. */
export interface AccountBrands extends Brands {
  /**
   * Sets or replaces the brand of an account. Audited.
   *
   * @returns The brand as it is stored: the host in lower case.
   * @throws `ACCOUNT_NOT_FOUND`, `ACCOUNT_CLOSED`, `BRAND_INVALID`, `BRAND_HOST_TAKEN` (another account has it),
   *   `BRAND_HOST_NOT_ALLOWED` (the server's own), `PLAN_FEATURE_REQUIRED` where features of plans are enforced.
   * @example
   * const host = 'api.reseller.example'
   * await brands.set({ accountId, host, name: 'Reseller', supportEmail: null, colour: '#0a7d5c' }, 'asha')
   */
  set(brand: AccountBrand, actor: string): Promise<AccountBrand>
  /** Removes it; its host may be used again. Audited. @returns The removed brand; null: there was none. @throws `ACCOUNT_NOT_FOUND` */
  clear(accountId: string, actor: string): Promise<AccountBrand | null>
  /** The stored brand, whether it is shown or not. @throws `ACCOUNT_NOT_FOUND` */
  get(accountId: string): Promise<AccountBrand | null>
}
/** The brands of accounts of a server. */
export const AccountBrands = token<AccountBrands>('resale.account-brands', { broughtBy: '@parakh/resale' })
