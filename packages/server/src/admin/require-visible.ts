import { namesAccount } from '@parakh/core'
import { forbidden, notFound } from './admin-fault.ts'
import type { AdminViewer } from './admin-viewer.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The accounts that a request names. */
interface Named {
  /** The owner of the path's id; null: no such object; undefined: the path has no such id. */
  readonly owner: string | null | undefined
  readonly params: unknown
  /** The query and the body, unparsed. */
  readonly others: readonly unknown[]
}

/**
 * Refuses a request unless the viewer may access every account that it names, before any other check. An unknown account and one of
 * another branch have the same answer.
 *
 * @throws AdminFault 404; 403 if only operators, or only accounts above, may do it.
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

/** Account ids at any depth, including those of lists. */
function accountsIn(part: unknown): readonly { readonly field: string; readonly id: string }[] {
  if (!isRecord(part)) return []
  return Object.entries(part).flatMap(([field, value]) => {
    if (!namesAccount(field)) return accountsIn(value)
    return [value].flat().flatMap((id: unknown) => (typeof id === 'string' ? [{ field, id }] : []))
  })
}
