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
 * Lets a request pass only where the viewer sees every account that it names, before anything else of it is looked at: what is not
 * there and what is another branch's are refused alike.
 *
 * @throws AdminFault 404; 403 where only operators, or only accounts above, may do it.
 */
export async function requireSeen(
  viewer: AdminViewer,
  { reach }: { readonly reach?: 'branch' | 'below' },
  { owner, params, others }: Named,
): Promise<void> {
  if (owner === null) throw notFound()
  if (owner === 'operators' && viewer.accountId !== null) throw forbidden('This is for operators alone')
  const owners = owner === undefined || owner === 'operators' ? [] : [owner]
  const [inPath, beside] = [accountsIn(params), others.flatMap(accountsIn)]
  const named = [...owners.map((id) => ({ field: 'account_id', id })), ...inPath, ...beside]
  for (const { id } of named) if (!(await viewer.sees(id))) throw notFound()
  if (reach !== 'below') return
  for (const { field, id } of named)
    if (field === 'account_id' && !(await viewer.isAbove(id)))
      throw forbidden('An account may do this to those below it, not to itself')
}

/** At any depth; of a list each one. */
function accountsIn(part: unknown): readonly { readonly field: string; readonly id: string }[] {
  if (!isRecord(part)) return []
  return Object.entries(part).flatMap(([field, value]) => {
    if (!namesAccount(field)) return accountsIn(value)
    return [value].flat().flatMap((id: unknown) => (typeof id === 'string' ? [{ field, id }] : []))
  })
}
