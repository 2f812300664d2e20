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
  /** The brands that are shown: of accounts that are not closed, and whose plan permits it if features are enforced. */
  all(): Promise<readonly AccountBrand[]>
}
/** The brands of a server. Absent where no plugin gives accounts a brand. */
export const Brands = token<Brands>('core.brands', { broughtBy: '@parakh/resale' })
