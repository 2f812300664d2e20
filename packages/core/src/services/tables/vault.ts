import { token } from '../../token.ts'
import type { TableHandle } from './sql.ts'

/** The row that something sealed belongs to: opened as another's, it is refused (decision 0049). */
export interface SealedIn {
  /** A table of the plugin. */
  readonly table: TableHandle
  readonly accountId: string
  /** What names the row within its table and account: known before it is written, and never changed. */
  readonly row: string
}
/** Encrypts secrets that a plugin keeps, under a data key of their account. */
export interface Vault {
  seal(of: SealedIn, plain: Uint8Array | string): Promise<Uint8Array>
  /** @throws `MASTER_KEY_UNKNOWN`, `SEALED_DATA_DAMAGED` */
  open(of: SealedIn, sealed: Uint8Array): Promise<Uint8Array>
}
/** The vault of a server. */
export const Vault = token<Vault>('core.vault')
