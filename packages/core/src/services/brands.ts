import { token } from '../token.ts'

/** The brand of an account: what the pages and documents of a server bear where they are asked for at the account's own host. */
export interface AccountBrand {
  readonly accountId: string
  /** A domain name in lower case without a port: `api.reseller.example`. Of one account alone. */
  readonly host: string
  /** 1 to 80 printable characters. */
  readonly name: string
  /** Where callers of the API ask for help; null: nowhere. */
  readonly supportEmail: string | null
  /** The accent of the reference page, `#0a7d5c`; null: the page's own. */
  readonly colour: string | null
}

/** Brands of accounts (decisions.md section 10, white label). Calls go by none of them: any host answers any call. */
export interface Brands {
  /**
   * Sets or replaces the brand of an account. Audited.
   *
   * @returns It as it is kept: the host in lower case.
   * @throws `ACCOUNT_NOT_FOUND`, `ACCOUNT_CLOSED`, `BRAND_INVALID`, `BRAND_HOST_TAKEN` (another account has it),
   *   `BRAND_HOST_NOT_ALLOWED` (the server's own), `PLAN_FEATURE_REQUIRED` where features of plans are enforced.
   * @example
   * const host = 'api.reseller.example'
   * await brands.set({ accountId, host, name: 'Reseller', supportEmail: null, colour: '#0a7d5c' }, 'asha')
   */
  set(brand: AccountBrand, actor: string): Promise<AccountBrand>
  /** Takes it away; its host is free again. Audited. @returns What it was; null: there was none. @throws `ACCOUNT_NOT_FOUND` */
  clear(accountId: string, actor: string): Promise<AccountBrand | null>
  /** As it is kept, whether it is shown or not. @throws `ACCOUNT_NOT_FOUND` */
  get(accountId: string): Promise<AccountBrand | null>
  /** Those that are shown: of accounts that are not closed, and whose plan permits it where features are enforced. */
  all(): Promise<readonly AccountBrand[]>
}
/** The brands of a server. */
export const Brands = token<Brands>('core.brands')
