/** The row that something sealed belongs to: opened as another's, it is refused (decision 0049). */
export interface Place {
  /** Without the prefix of tables. */
  readonly table: 'call_input' | 'data_key' | 'job' | 'kyc_upload' | 'record' | 'response' | `plugin/${string}`
  readonly accountId: string
  /** What names the row within its table and account: known before it is written, and never changed. */
  readonly row: string
}

/** What a call stores: its number is not known before it is written, its reference is. */
export const placeOfCall = (
  table: 'call_input' | 'response',
  { accountId, reference }: { readonly accountId: string; readonly reference: string },
): Place => ({ table, accountId, row: reference })

/** A record of an account. */
export const placeOfRecord = (
  owner: { readonly accountId: string; readonly environment: string; readonly collection: string },
  id: string,
): Place => ({ table: 'record', accountId: owner.accountId, row: `${owner.environment}\0${owner.collection}\0${id}` })

/** The associated data that binds a ciphertext to its row. No table and no account has a NUL in its name. */
export const associatedData = ({ table, accountId, row }: Place): string => `${table}\0${accountId}\0${row}`
