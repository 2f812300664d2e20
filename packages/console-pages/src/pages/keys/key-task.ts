import type { Key } from '../../api/rows.ts'

/** What a person wants to do to a key. */
export type KeyTask =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'rotate' | 'promote' | 'revoke'; readonly key: Key }
/** A key with its secret: shown once. */
export interface MadeKey {
  readonly title: string
  readonly api_key: string
  readonly api_secret: string
  /** What becomes of an older secret. */
  readonly note?: string
}
