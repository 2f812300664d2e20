import { token } from '../token.ts'

/** The brand of an account: shown on pages and documents that are requested at the account's own host. */
export interface AccountBrand {
  readonly accountId: string
  /** A domain name in lower case without a port: `api.reseller.example`. Unique among accounts. */
  readonly host: string
  /** 1 to 80 printable characters. */
  readonly name: string
  /** The support address for callers; null: none. */
  readonly supportEmail: string | null
  /** The accent of the reference page, `#0a7d5c`; null: the page's own. */
  readonly colour: string | null
}

/** Brands of accounts (decisions.md section 10, white label). They do not affect calls: any host answers any call. */
export interface Brands {
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
  /** The brands that are shown: of accounts that are not closed, and whose plan permits it if features are enforced. */
  all(): Promise<readonly AccountBrand[]>
}
/** The brands of a server. */
export const Brands = token<Brands>('core.brands')
