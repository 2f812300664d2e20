import { forbidden, notFound } from './admin-fault.ts'
import type { AdminViewer } from './admin-viewer.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Whether a field names an account, by its name: such a field needs no check of its own. */
export const namesAccount = (field: string): boolean => /(^|_)account_ids?$|^parent_id$/.test(field)

/** What a request names. */
interface Named {
  /** The account that the id of the path belongs to; null: there is no such thing; undefined: there is no such id. */
  readonly owner: string | null | undefined
  readonly params: unknown
  /** The query and the body, as they came. */
  readonly others: readonly unknown[]
}

/**
 * Refuses a request unless the viewer sees every account that it names, before any other check. An account that does not exist and an
 * account of another branch are refused alike.
 *
 * @throws AdminFault 404; 403 where only operators, or only accounts above, may do it.
 */
export async function requireVisible(
  viewer: AdminViewer,
  { reach }: { readonly reach?: 'branch' | 'below' },
  { owner, params, others }: Named,
): Promise<void> {
  if (owner === null) throw notFound()
  if (owner === 'operators' && viewer.accountId !== null) throw forbidden('This is for operators only')
  const owners = owner === undefined || owner === 'operators' ? [] : [owner]
  const [inPath, elsewhere] = [accountsIn(params), others.flatMap(accountsIn)]
  const named = [...owners.map((id) => ({ field: 'account_id', id })), ...inPath, ...elsewhere]
  for (const { id } of named) if (!(await viewer.sees(id))) throw notFound()
  if (reach !== 'below') return
  for (const { field, id } of named)
    if (field === 'account_id' && !(await viewer.isAbove(id)))
      throw forbidden('An account may do this to those below it, not to itself')
}

/** Account ids at any depth, each one of a list. */
function accountsIn(part: unknown): readonly { readonly field: string; readonly id: string }[] {
  if (!isRecord(part)) return []
  return Object.entries(part).flatMap(([field, value]) => {
    if (!namesAccount(field)) return accountsIn(value)
    return [value].flat().flatMap((id: unknown) => (typeof id === 'string' ? [{ field, id }] : []))
  })
}
