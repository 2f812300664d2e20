import { type CommissionLevel, ROLES } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'

const Level = z
  .object({
    id: z.string(),
    parent_id: z.string().nullable(),
    name: z.string(),
    role: z.enum(ROLES),
    basis_points: Counted,
  })
  .transform(
    ({ id, parent_id, name, role, basis_points }): CommissionLevel => ({
      ...{ accountId: id, parentId: parent_id, name, role },
      basisPoints: basis_points,
    }),
  )

const COLUMNS = ['a.id', 'a.parent_id', 'a.name', 'a.role']

/** An account and all above it, upwards: one statement, so that a line is never seen half moved. @throws `ACCOUNT_NOT_FOUND` */
export async function readLine(
  knex: Knex,
  { table }: Pick<Database, 'table'>,
  accountId: string,
): Promise<readonly CommissionLevel[]> {
  const rows: unknown = await knex
    .withRecursive('line', (line) =>
      line
        .select([...COLUMNS, knex.raw('1 as height')])
        .from({ a: table('account') })
        .where('a.id', accountId)
        .unionAll((above) =>
          above
            .select([...COLUMNS, knex.raw('line.height + 1')])
            .from({ a: table('account') })
            .join('line', 'line.parent_id', 'a.id'),
        ),
    )
    .from('line')
    .leftJoin({ r: table('commission_rate') }, 'r.account_id', 'line.id')
    .orderBy('line.height')
    .select(
      'line.id',
      'line.parent_id',
      'line.name',
      'line.role',
      knex.raw('coalesce(r.basis_points, 0) as basis_points'),
    )
  const levels = z.array(Level).parse(rows)
  if (levels.length === 0) throw storeErrors.error('ACCOUNT_NOT_FOUND', { id: accountId })
  return levels
}

/** Every account but customers: those that have a rate, and those that stand between them. */
export async function readTree(knex: Knex, { table }: Pick<Database, 'table'>): Promise<readonly CommissionLevel[]> {
  const rows: unknown = await knex({ a: table('account') })
    .leftJoin({ r: table('commission_rate') }, 'r.account_id', 'a.id')
    .whereNot('a.status', 'closed')
    .select([...COLUMNS, knex.raw('coalesce(r.basis_points, 0) as basis_points')])
  return z.array(Level).parse(rows)
}
