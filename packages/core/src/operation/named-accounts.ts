const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Whether a field names an account, by its name: `account_id`, `…_account_id`, `…_account_ids` and `parent_id` are checked automatically. */
export const namesAccount = (field: string): boolean => /(^|_)account_ids?$|^parent_id$/.test(field)

/** An account that an input names, and the field that does. */
export interface NamedAccount {
  readonly field: string
  readonly id: string
}

/** The accounts that an input names, at any depth, including those of lists. */
export function namedAccounts(input: unknown): readonly NamedAccount[] {
  if (!isRecord(input)) return []
  return Object.entries(input).flatMap(([field, value]) => {
    if (!namesAccount(field)) return namedAccounts(value)
    return [value].flat().flatMap((id: unknown) => (typeof id === 'string' ? [{ field, id }] : []))
  })
}
