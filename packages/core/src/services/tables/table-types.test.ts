import { describe, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import type { Money } from '../../money.ts'
import { Amount, Moment } from './columns.ts'
import { defineStatements } from './define-statements.ts'
import { defineTables } from './define-tables.ts'
import { sql } from './sql.ts'
import type { TableAccess } from './table-store.ts'
import type { TableTransaction } from './table-transaction.ts'

const shelves = defineTables('library', { tables: ['shelf'], migrations: [] })
const params = z.object({ id: z.string(), at: z.date().optional() })
const row = z.object({ price: Amount, at: Moment })
const statements = defineStatements(shelves, ({ t, read, write }) => ({
  all: read({ row, sql: () => sql`select price, at from ${t.shelf}` }),
  one: read({ params, row, sql: (p) => sql`select price, at from ${t.shelf} where id = ${p.id}` }),
  drop: write({ params, sql: (p) => sql`delete from ${t.shelf} where id = ${p.id}` }),
  take: write({ params, row, sql: (p) => sql`delete from ${t.shelf} where id = ${p.id} returning price, at` }),
}))

describe('the types of statements', () => {
  it('are those of their schemas', () => {
    function* typed(tx: TableTransaction) {
      expectTypeOf(yield* tx.rows(statements.all())).toEqualTypeOf<readonly { price: Money; at: Date }[]>()
      expectTypeOf(yield* tx.first(statements.take({ id: 'a' }))).toEqualTypeOf<{ price: Money; at: Date } | null>()
      expectTypeOf(yield* tx.run(statements.drop({ id: 'a', at: new Date() }))).toEqualTypeOf<number>()
    }
    expectTypeOf(typed).parameter(0).toEqualTypeOf<TableTransaction>()
  })

  it('refuse what would fail when it is run', () => {
    function* refused(tx: TableTransaction, tables: TableAccess) {
      // @ts-expect-error it needs parameters
      yield* tx.rows(statements.one())
      // @ts-expect-error another type
      yield* tx.rows(statements.one({ id: 7 }))
      // @ts-expect-error a write without returning has no rows
      yield* tx.rows(statements.drop({ id: 'a' }))
      // @ts-expect-error it gives rows, no number
      yield* tx.run(statements.take({ id: 'a' }))
      // @ts-expect-error outside a transaction only reads
      void tables.rows(statements.take({ id: 'a' }))
      const waits = function* () {
        yield Promise.resolve()
      }
      // @ts-expect-error nothing else is waited for
      void tables.transaction(waits)
    }
    expectTypeOf(refused).toBeFunction()
    defineStatements(shelves, ({ t, read }) => ({
      // @ts-expect-error no such parameter
      unknown: read({ params, row, sql: (p) => sql`select 1 from ${t.shelf} where id = ${p.name}` }),
      // @ts-expect-error no such table
      foreign: read({ params, row, sql: () => sql`select 1 from ${t.book}` }),
      // @ts-expect-error a value is no part of SQL
      value: read({ params, row, sql: () => sql`select 1 from ${t.shelf} where id = ${'text'}` }),
    }))
  })
})
