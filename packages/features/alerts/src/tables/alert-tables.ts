import { defineTables, sql } from '@parakh/core'

/**
 * What was told of alerts, and to whom it is to be told. `place` is an account; empty: the operators'. Times are milliseconds since 1970.
 *
 * - `told`: an alert that stands, or has ended lately; `subject` and `environment` are empty where it has none.
 * - `look`: an account that events have marked, `marks` times; it is gone once it was looked at.
 * - `turn`: one row: the account after which the next ones are looked at, from `next_at` on.
 * - `choice`: what a person chose; null: the default.
 * - `mailbox`: the next mail to a person about a place. `notice`: what stands in it.
 * - `post`: a message to the webhook of the operators.
 */
export const alertTables = defineTables('alerts', {
  tables: ['told', 'look', 'turn', 'choice', 'mailbox', 'notice', 'post'],
  migrations: [
    {
      id: '0001-baseline',
      up: ({ t, account, index }) => [
        sql`create table ${t.told} (
          place text not null, alert text not null, subject text not null, environment text not null,
          severity text not null, told_at bigint not null, ended_at bigint,
          primary key (place, alert, subject, environment)
        )`,
        sql`create table ${t.look} (
          account_id text not null primary key references ${account} (id),
          marks bigint not null, lease_until bigint not null
        )`,
        sql`create index ${index('look_due')} on ${t.look} (lease_until)`,
        sql`create table ${t.turn} (id text not null primary key, after_id text not null, next_at bigint not null)`,
        sql`create table ${t.choice} (
          person_id text not null, place text not null, is_mailed integer, muted text not null,
          language text, quiet text, quiet_for_urgent integer,
          primary key (person_id, place)
        )`,
        sql`create index ${index('choice_of')} on ${t.choice} (place)`,
        sql`create table ${t.mailbox} (
          person_id text not null, place text not null, due_at bigint, mailed_at bigint,
          tries integer not null default 0, lease_until bigint not null default 0,
          primary key (person_id, place)
        )`,
        sql`create index ${index('mailbox_due')} on ${t.mailbox} (due_at) where due_at is not null`,
        sql`create table ${t.notice} (
          id text not null primary key, person_id text not null, place text not null,
          alert text not null, subject text not null, environment text not null, severity text not null,
          params text not null, at bigint not null
        )`,
        sql`create index ${index('notice_of')} on ${t.notice} (person_id, place, id)`,
        sql`create table ${t.post} (
          id text not null primary key, body text not null, due_at bigint not null,
          tries integer not null default 0, lease_until bigint not null default 0
        )`,
        sql`create index ${index('post_due')} on ${t.post} (due_at)`,
      ],
    },
  ],
})
