import type { Brand } from '../config/brand.ts'

/** What a document is made for. */
export interface DocumentOptions {
  readonly brand: Brand
  /** Where the server is reached, path included: `https://api.acme.example`. */
  readonly baseUrl: string
  /** Where plugins with a listener of their own are reached, by plugin id. */
  readonly listeners?: Readonly<Record<string, string>>
  /** Whose prices: those of an account under this one, such as the reseller at whose host somebody looks; under none unless given. */
  readonly above?: string
  /** Only this endpoint; all unless given. */
  readonly endpoint?: string
  /** Whether legacy endpoints need the query `api_key`; `required` unless given. */
  readonly legacyQueryKey?: 'required' | 'optional' | 'sufficient'
}
