import { Counted, defineStatements, ENVIRONMENTS, Moment, sql } from '@parakh/core'
import * as z from 'zod'
import { FUNDING_METHODS, FUNDING_STATES } from '../contract/funding.ts'
import { plainUtr } from '../rules/utr.ts'
import { EventRow, EventValues } from './event-row.ts'
import { FundingRow, FundingValues, SuspenseRow, SuspenseValues } from './funding-row.ts'
import { fundingTables } from './funding-tables.ts'

const Id = z.object({ id: z.string() })
const Claim = z.object({ reference: z.string(), funding_id: z.string() })
const Environment = z.enum(ENVIRONMENTS)
const Waiting = z.object({ waiting: Counted, oldest: Moment.nullable() })
const SuspenseState = SuspenseValues.shape.state
/** What is looked for as it was written, and as a UTR is stored: each part of the text finds it by an index of its own. */
const Referenced = { reference: z.string().optional(), utr: z.string().optional(), id: z.string().optional() } as const

/** Every statement of funding. */
export const fundingStatements = defineStatements(fundingTables, ({ t, read, write }) => ({
  byId: read({ params: Id, row: FundingRow, sql: (p) => sql`select * from ${t.record} where id = ${p.id}` }),
  byReference: read({
    params: z.object({ reference: z.string() }),
    row: FundingRow,
    sql: (p) => sql`
      select r.* from ${t.record} r join ${t.reference} f on f.funding_id = r.id where f.reference = ${p.reference}`,
  }),
  page: read({
    params: z.object({
      accounts: z.array(z.string()).nullable(),
      environment: Environment.optional(),
      state: z.enum(FUNDING_STATES).optional(),
      method: z.enum(FUNDING_METHODS).optional(),
      ...Referenced,
      before: z.string().nullable(),
      limit: z.int(),
    }),
    row: FundingRow,
    sql: (p, { when }) => sql`
      select * from ${t.record} where 1 = 1
        ${when(p.accounts, sql`and account_id in (${p.accounts})`)}
        ${when(p.environment, sql`and environment = ${p.environment}`)}
        ${when(p.state, sql`and state = ${p.state}`)}
        ${when(p.method, sql`and method = ${p.method}`)}
        ${when(
          p.reference,
          // A rejected funding has its UTR still, which no longer stands with it.
          sql`and id in (
            select id from ${t.record} where id = ${p.id}
            union all select id from ${t.record} where reference = ${p.reference}
            union all select id from ${t.record} where utr = ${p.utr}
            union all select funding_id from ${t.reference} where reference = ${p.reference}
          )`,
        )}
        ${when(p.before, sql`and id < ${p.before}`)}
      order by id desc limit ${p.limit}`,
  }),
  queue: read({
    params: z.object({
      states: z.array(z.enum(FUNDING_STATES)),
      methods: z.array(z.enum(FUNDING_METHODS)),
      accounts: z.array(z.string()).nullable(),
      environment: Environment.optional(),
      after: z.string().nullable(),
      limit: z.int(),
    }),
    row: FundingRow,
    sql: (p, { when }) => sql`
      select * from ${t.record} where state in (${p.states}) and method in (${p.methods})
        and (state <> 'charged_back' or suspended_account = 1)
        ${when(p.accounts, sql`and account_id in (${p.accounts})`)}
        ${when(p.environment, sql`and environment = ${p.environment}`)}
        ${when(p.after, sql`and id > ${p.after}`)}
      order by id limit ${p.limit}`,
  }),
  sameAct: read({
    params: z.object({ account_id: z.string(), environment: Environment, reference: z.string().nullable() }),
    row: FundingRow,
    sql: (p) => sql`
      select * from ${t.record} where method in ('credit', 'adjustment', 'allotment') and environment = ${p.environment}
        and account_id = ${p.account_id} and reference = ${p.reference} and state <> 'rejected'`,
  }),
  actsAfter: read({
    params: z.object({ accounts: z.array(z.string()), environment: Environment, after: z.date() }),
    row: FundingRow,
    sql: (p) => sql`
      select * from ${t.record} where method in ('credit', 'adjustment', 'allotment') and environment = ${p.environment}
        and created_at > ${p.after} and (account_id in (${p.accounts}) or from_account_id in (${p.accounts}))`,
  }),
  insert: write({
    params: FundingValues,
    sql: (p) => sql`
      insert into ${t.record} (
        id, account_id, environment, method, state, amount, reversed, reference, from_account_id, rail, utr, gateway,
        gateway_order_id, gateway_asked_at, return_url, payment_id, reason, approvals, reversals, suspended_account, created_by, created_at, updated_at
      ) values (
        ${p.id}, ${p.account_id}, ${p.environment}, ${p.method}, ${p.state}, ${p.amount}, ${p.reversed}, ${p.reference},
        ${p.from_account_id}, ${p.rail}, ${p.utr}, ${p.gateway}, ${p.gateway_order_id}, ${p.gateway_asked_at},
        ${p.return_url}, ${p.payment_id}, ${p.reason}, ${p.approvals}, ${p.reversals}, ${p.suspended_account}, ${p.created_by}, ${p.created_at}, ${p.updated_at}
      )`,
  }),
  update: write({
    params: FundingValues,
    sql: (p) => sql`
      update ${t.record} set
        state = ${p.state}, reversed = ${p.reversed}, rail = ${p.rail}, utr = ${p.utr}, gateway = ${p.gateway},
        gateway_order_id = ${p.gateway_order_id}, gateway_asked_at = ${p.gateway_asked_at}, payment_id = ${p.payment_id},
        reason = ${p.reason}, approvals = ${p.approvals}, reversals = ${p.reversals}, suspended_account = ${p.suspended_account},
        created_by = ${p.created_by}, updated_at = ${p.updated_at}
      where id = ${p.id}`,
  }),
  claim: write({
    params: Claim,
    row: Claim.pick({ reference: true }),
    sql: (p) => sql`
      insert into ${t.reference} (reference, funding_id) values (${p.reference}, ${p.funding_id})
      on conflict (reference) do nothing returning reference`,
  }),
  holderOf: read({
    params: Claim.pick({ reference: true }),
    row: Claim.pick({ funding_id: true }),
    sql: (p) => sql`select funding_id from ${t.reference} where reference = ${p.reference}`,
  }),
  free: write({
    params: Claim.pick({ funding_id: true }),
    sql: (p) => sql`delete from ${t.reference} where funding_id = ${p.funding_id}`,
  }),
  release: write({
    params: Claim,
    sql: (p) => sql`delete from ${t.reference} where reference = ${p.reference} and funding_id = ${p.funding_id}`,
  }),
  openClaims: read({
    params: z.object({ account_id: z.string() }),
    row: z.object({ count: Counted }),
    sql: (p) => sql`
      select count(*) as count from ${t.record} where account_id = ${p.account_id} and state in ('submitted', 'approved')
        and method in ('bank_transfer', 'upi_qr')`,
  }),
  otherSuspending: read({
    params: z.object({ account_id: z.string(), id: z.string() }),
    row: Id,
    sql: (p) => sql`
      select id from ${t.record} where account_id = ${p.account_id} and suspended_account = 1 and id <> ${p.id} limit 1`,
  }),
  addSuspense: write({
    params: SuspenseValues,
    row: Id,
    sql: (p) => sql`
      insert into ${t.suspense} (
        id, gateway, payment_id, amount, currency, reference, utr, method, reason, state, resolution, created_at,
        updated_at
      ) values (
        ${p.id}, ${p.gateway}, ${p.payment_id}, ${p.amount}, ${p.currency}, ${p.reference}, ${p.utr}, ${p.method},
        ${p.reason}, ${p.state}, ${p.resolution}, ${p.created_at}, ${p.updated_at}
      ) on conflict (gateway, payment_id) do nothing returning id`,
  }),
  lockSuspense: write({
    params: z.object({ gateway: z.string(), payment_id: z.string() }),
    row: SuspenseRow,
    sql: (p) => sql`
      update ${t.suspense} set payment_id = payment_id
      where gateway = ${p.gateway} and payment_id = ${p.payment_id} and state = 'open' returning *`,
  }),
  explainSuspense: write({
    params: z.object({ id: z.string(), reason: z.string(), at: z.date() }),
    row: SuspenseRow,
    sql: (p) => sql`
      update ${t.suspense} set reason = ${p.reason}, updated_at = ${p.at} where id = ${p.id} returning *`,
  }),
  addEvent: write({
    params: EventValues,
    row: EventRow,
    sql: (p) => sql`
      insert into ${t.event} (
        id, gateway, event_key, kind, payment_id, subject, phase, amount, currency, reason, happened_at, funding_id,
        effect, created_at
      ) values (
        ${p.id}, ${p.gateway}, ${p.event_key}, ${p.kind}, ${p.payment_id}, ${p.subject}, ${p.phase}, ${p.amount},
        ${p.currency}, ${p.reason}, ${p.happened_at}, ${p.funding_id}, ${p.effect}, ${p.created_at}
      ) on conflict (gateway, event_key) do nothing returning *`,
  }),
  eventOf: read({
    params: z.object({ gateway: z.string(), event_key: z.string() }),
    row: EventRow,
    sql: (p) => sql`select * from ${t.event} where gateway = ${p.gateway} and event_key = ${p.event_key}`,
  }),
  paymentEvents: read({
    params: z.object({ gateway: z.string(), payment_id: z.string() }),
    row: EventRow,
    sql: (p) => sql`
      select * from ${t.event} where payment_id = ${p.payment_id} and gateway = ${p.gateway} order by id`,
  }),
  settleEvent: write({
    params: z.object({ id: z.string(), funding_id: z.string().nullable(), effect: z.string() }),
    sql: (p) => sql`
      update ${t.event} set effect = ${p.effect}, funding_id = coalesce(${p.funding_id}, funding_id) where id = ${p.id}`,
  }),
  settleOpenEvent: write({
    params: z.object({ id: z.string(), funding_id: z.string().nullable(), effect: z.string() }),
    sql: (p) => sql`
      update ${t.event} set effect = ${p.effect}, funding_id = coalesce(${p.funding_id}, funding_id)
      where id = ${p.id} and effect in ('received', 'waiting')`,
  }),
  events: read({
    params: z.object({ reference: z.string().nullable(), before: z.string().nullable(), limit: z.int() }),
    row: EventRow,
    sql: (p, { when }) => sql`
      select * from ${t.event} where 1 = 1
        ${when(
          p.reference,
          sql`and id in (
            select id from ${t.event} where payment_id = ${p.reference}
            union all select id from ${t.event} where subject = ${p.reference}
            union all select id from ${t.event} where funding_id = ${p.reference}
          )`,
        )}
        ${when(p.before, sql`and id < ${p.before}`)}
      order by id desc limit ${p.limit}`,
  }),
  suspense: read({
    params: z.object({ state: SuspenseState.nullable(), ...Referenced, limit: z.int() }),
    row: SuspenseRow,
    sql: (p, { when }) => sql`
      select * from ${t.suspense} where 1 = 1
        ${when(p.state, sql`and state = ${p.state}`)}
        ${when(
          p.reference,
          sql`and id in (
            select id from ${t.suspense} where utr = ${p.utr}
            union all select id from ${t.suspense} where payment_id = ${p.reference}
            union all select id from ${t.suspense} where reference = ${p.reference}
          )`,
        )}
      order by id desc limit ${p.limit}`,
  }),
  waiting: read({
    params: z.object({
      states: z.array(z.enum(FUNDING_STATES)),
      methods: z.array(z.enum(FUNDING_METHODS)),
      limit: z.int(),
    }),
    row: Waiting,
    sql: (p) => sql`
      select count(*) as waiting, min(created_at) as oldest from (
        select created_at from ${t.record} where state in (${p.states}) and method in (${p.methods})
          and (state <> 'charged_back' or suspended_account = 1)
        order by state, id limit ${p.limit}
      ) counted`,
  }),
  openSuspense: read({
    params: z.object({ limit: z.int() }),
    row: Waiting,
    sql: (p) => sql`
      select count(*) as waiting, min(created_at) as oldest from (
        select created_at from ${t.suspense} where state = 'open' order by id limit ${p.limit}
      ) counted`,
  }),
  suspenseById: read({ params: Id, row: SuspenseRow, sql: (p) => sql`select * from ${t.suspense} where id = ${p.id}` }),
  suspenseOf: read({
    params: z.object({ gateway: z.string(), payment_id: z.string() }),
    row: SuspenseRow,
    sql: (p) => sql`select * from ${t.suspense} where gateway = ${p.gateway} and payment_id = ${p.payment_id}`,
  }),
  resolveSuspense: write({
    params: z.object({ id: z.string(), state: SuspenseState, resolution: z.string(), at: z.date() }),
    row: SuspenseRow,
    sql: (p) => sql`
      update ${t.suspense} set state = ${p.state}, resolution = ${p.resolution}, updated_at = ${p.at}
      where id = ${p.id} and state = 'open' returning *`,
  }),
}))

/** The parameters that look for a reference; none: all rows. */
export const referenced = (reference: string | undefined): z.input<z.ZodObject<typeof Referenced>> =>
  // A credit has the reference `funding/<id>` in the ledger.
  reference === undefined ? {} : { reference, utr: plainUtr(reference), id: reference.replace(/^funding\//, '') }
