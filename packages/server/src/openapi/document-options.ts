import type { Brand } from '../config/brand.ts'

/** The options of a document. */
export interface DocumentOptions {
  readonly brand: Brand
  /** The server's URL, including the path: `https://api.acme.example`. */
  readonly baseUrl: string
  /** The URLs of plugins with their own listener, by plugin id. */
  readonly listeners?: Readonly<Record<string, string>>
  /** Shows the prices for a direct customer of this account, such as the reseller of the requested host; default: of the host. */
  readonly above?: string
  /** Only this endpoint; default: all. */
  readonly endpoint?: string
  /** Whether legacy endpoints need the query parameter `api_key`; default `required`. */
  readonly legacyQueryKey?: 'required' | 'optional' | 'sufficient'
}
