import { ATTEMPT_OUTCOMES, Counted, defineStatements, ENVIRONMENTS, json, sql } from '@parakh/core'
import * as z from 'zod'
import { resaleTables } from './resale-tables.ts'

const Attempts = z.array(
  z.object({
    reference: z.string(),
    accountId: z.string(),
    environment: z.enum(ENVIRONMENTS),
    endpoint: z.string(),
    plugin: z.string(),
    provider: z.string(),
    operation: z.string(),
    outcome: z.enum(ATTEMPT_OUTCOMES),
    at: z.int(),
  }),
)
const Id = z.object({ id: z.string() })

/** Reads and writes of attempts that could not be booked. */
export const waitingAttemptStatements = defineStatements(resaleTables, ({ t, read, write }) => ({
  add: write({
    params: Id.extend({ since: z.int(), attempts: z.string() }),
    sql: (p) => sql`insert into ${t.waiting_attempt} (id, since, attempts) values (${p.id}, ${p.since}, ${p.attempts})`,
  }),
  /** The oldest rows after one of them. */
  page: read({
    params: z.object({ after: z.string(), limit: z.int() }),
    row: Id.extend({ attempts: json(Attempts) }),
    sql: (p) => sql`select id, attempts from ${t.waiting_attempt} where id > ${p.after} order by id limit ${p.limit}`,
  }),
  oldest: read({
    row: z.object({ since: Counted.nullable() }),
    sql: () => sql`select min(since) as since from ${t.waiting_attempt}`,
  }),
  take: write({ params: Id, sql: (p) => sql`delete from ${t.waiting_attempt} where id = ${p.id}` }),
}))
