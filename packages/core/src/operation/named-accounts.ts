const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Whether a field names an account, by its name: `account_id`, `…_account_id`, `…_account_ids` and `parent_id` are checked automatically. */
export const namesAccount = (field: string): boolean => /(^|_)account_ids?$|^parent_id$/.test(field)

/** The account ids that an input names, at any depth, including those of lists. */
export function namedAccounts(input: unknown): readonly string[] {
  if (!isRecord(input)) return []
  return Object.entries(input).flatMap(([field, value]) =>
    namesAccount(field)
      ? [value].flat().filter((id: unknown): id is string => typeof id === 'string')
      : namedAccounts(value),
  )
}
