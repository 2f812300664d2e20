import { token } from '../token.ts'

/** The brand of a server, as its configuration says: for pages, documents and mails. Accounts may have their own (`Brands`). */
export interface ServerBrand {
  readonly name: string
  /** Null: none is configured. */
  readonly supportEmail: string | null
  /** The accent colour, `#0a7d5c`; null: none is configured. */
  readonly colour: string | null
  /** A PNG or JPEG; null: there is none, or only an address or an SVG, which cannot be drawn. */
  readonly logo: Uint8Array | null
}
/** The brand of a server. */
export const ServerBrand = token<ServerBrand>('core.server-brand')
