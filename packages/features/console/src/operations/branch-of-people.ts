import { askedPage, forbidden, notFound, PAGE_FIELDS, readCursor, type Viewer, writeCursor } from '@parakh/core'
import * as z from 'zod'
import { ConsoleParts } from '../people/console-parts.ts'
import { ACCOUNT_ROLES, OPERATOR_ROLES } from '../people/roles.ts'
import { peopleRead, peopleWrite } from '../people/scopes.ts'

const shared = { whose: 'everyone', needs: { parts: ConsoleParts } } as const
/** What is read of people among the accounts that the viewer sees. */
export const read = { ...shared, effect: 'read', scope: peopleRead } as const
/** What is changed of them. */
export const write = { ...shared, effect: 'write', scope: peopleWrite, stepUp: true } as const

export const Role = z.enum([...new Set([...ACCOUNT_ROLES, ...OPERATOR_ROLES])])
export const OfAccount = z.string().nullable().describe('Null: an operator')
/** The input of a list. */
export const BranchPage = z.object({
  account_id: z.string().exactOptional().describe('Only of this account'),
  operators: z.boolean().default(false).describe('Only of operators; for operators'),
  ...PAGE_FIELDS,
})

/** Roles of operators are seen by operators alone; an id of another branch is answered as an unknown one. */
export async function requireSeen(viewer: Viewer, accountId: string | null, what: string): Promise<void> {
  const isSeen = accountId === null ? viewer.accountId === null : await viewer.sees(accountId)
  if (!isSeen) throw notFound(what)
}

/** The asked page of rows by id, among the accounts that the viewer sees. */
export async function pageOfBranch<R extends { readonly id: string }>(
  viewer: Viewer,
  input: z.output<typeof BranchPage>,
  rows: (asked: {
    account_ids: string[] | null
    operators: true | null
    after: string | null
    limit: number
  }) => Promise<readonly R[]>,
) {
  const { page, filters } = askedPage(input)
  if (filters.operators && viewer.accountId !== null) throw forbidden('Operators are seen by operators only')
  const branch = filters.account_id === undefined ? await viewer.branch() : [filters.account_id]
  const after = page.cursor === null ? null : (readCursor(page.cursor, z.tuple([z.string()]))[0] ?? null)
  const operators = filters.operators || null
  const found = await rows({ account_ids: branch && [...branch], operators, after, limit: page.limit + 1 })
  const items = found.slice(0, page.limit)
  const last = found.length > page.limit ? items.at(-1) : undefined
  return { items, next: last ? writeCursor([last.id]) : null }
}
