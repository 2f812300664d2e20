import { defineTables, sql } from '@parakh/core'

/**
 * Money on its way into wallets.
 *
 * - `record`: fundings, among them what operators do to wallets by hand (decision 0048): `reference` is theirs in the ledger, `from_account_id` the parent of an allotment. `approvals` is
 *   JSON: `[{ actor, at }]`. `gateway_order_id` is the gateway's own order, `gateway_asked_at` when it was asked for it (decision 0053),
 *   `return_url` where its page leads the payer back to (decision 0104).
 * - `reference`: a UTR or payment id is one row, so it stands with one funding whatever the method.
 *   `reversals` is JSON: its refunds, disputes and chargebacks (decision 0135).
 * - `suspense`: what gateways took and no order explains, with the bank's number and the method as far as the gateway sends them, never who paid.
 * - `event`: the events of gateways, each once, with their effect. Refunds and disputes that arrive before their payment wait here.
 */
export const fundingTables = defineTables('funding', {
  tables: ['record', 'reference', 'suspense', 'event'],
  migrations: [
    {
      id: '0001-baseline',
      up: ({ t, account, index }) => [
        sql`create table ${t.record} (
          id text primary key, account_id text not null references ${account} (id), environment text not null,
          method text not null, state text not null, amount bigint not null, reversed bigint not null, reference text,
          from_account_id text, rail text, utr text, gateway text, gateway_order_id text, gateway_asked_at bigint,
          payment_id text, reason text, approvals text not null, suspended_account integer not null,
          created_by text not null, created_at bigint not null, updated_at bigint not null
        )`,
        sql`create index ${index('of_account')} on ${t.record} (account_id, id)`,
        sql`create index ${index('by_state')} on ${t.record} (state, id)`,
        sql`create index ${index('from_account')} on ${t.record} (from_account_id, created_at)`,
        sql`create table ${t.reference} (reference text primary key, funding_id text not null)`,
        sql`create index ${index('reference_of')} on ${t.reference} (funding_id)`,
        sql`create table ${t.suspense} (
          id text primary key, gateway text not null, payment_id text not null, amount bigint not null,
          currency text not null, reference text, reason text not null, state text not null, resolution text,
          created_at bigint not null, updated_at bigint not null, unique (gateway, payment_id)
        )`,
      ],
    },
    { id: '0002-return-url', up: ({ t }) => [sql`alter table ${t.record} add column return_url text`] },
    {
      id: '0003-open-suspense',
      up: ({ t, index }) => [sql`create index ${index('suspense_open')} on ${t.suspense} (id) where state = 'open'`],
    },
    {
      id: '0004-found-by-reference',
      up: ({ t, index }) => [
        sql`alter table ${t.suspense} add column utr text`,
        sql`alter table ${t.suspense} add column method text`,
        sql`create index ${index('suspense_utr')} on ${t.suspense} (utr) where utr is not null`,
        sql`create index ${index('suspense_payment')} on ${t.suspense} (payment_id)`,
        sql`create index ${index('suspense_reference')} on ${t.suspense} (reference) where reference is not null`,
        sql`create index ${index('by_utr')} on ${t.record} (utr) where utr is not null`,
        sql`create index ${index('by_reference')} on ${t.record} (reference) where reference is not null`,
      ],
    },
    {
      id: '0005-gateway-events',
      up: ({ t, index }) => [
        sql`alter table ${t.record} add column reversals text`,
        sql`create index ${index('open_claims')} on ${t.record} (account_id) where state in ('submitted', 'approved')`,
        sql`create table ${t.event} (
          id text primary key, gateway text not null, event_key text not null, kind text not null, payment_id text,
          subject text, phase text, amount bigint, currency text, reason text, happened_at bigint, funding_id text,
          effect text not null, created_at bigint not null, unique (gateway, event_key)
        )`,
        sql`create index ${index('event_payment')} on ${t.event} (payment_id) where payment_id is not null`,
        sql`create index ${index('event_subject')} on ${t.event} (subject) where subject is not null`,
        sql`create index ${index('event_funding')} on ${t.event} (funding_id) where funding_id is not null`,
      ],
    },
  ],
})
