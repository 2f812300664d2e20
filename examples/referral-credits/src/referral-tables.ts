import { Amount, Counted, defineErrorTable, defineStatements, defineTables, sql } from '@parakh/core'
import * as z from 'zod'

/** The errors of referrals. */
export const referralErrors = defineErrorTable('referrals', {
  REFERRAL_CODE_INVALID: 'The code cannot be used. Allowed: an open code of another account, once, by a new account',
})

/** One row for each code: who made it, who used it, what it promises. An account has one open code at a time. */
export const referralTables = defineTables('referrals', {
  tables: ['referral'],
  migrations: [
    {
      id: '0001-baseline',
      up: ({ t, account, index }) => [
        sql`create table ${t.referral} (code text primary key, referrer_id text not null references ${account} (id),
          account_id text unique references ${account} (id), used_at bigint, reward bigint not null,
          spend bigint not null, paid_at bigint, revision bigint not null default 0)`,
        sql`create unique index ${index('open')} on ${t.referral} (referrer_id) where account_id is null`,
        sql`create index ${index('unpaid')} on ${t.referral} (used_at) where paid_at is null`,
        sql`create index ${index('changed')} on ${t.referral} (revision)`,
      ],
    },
  ],
})

/** What is read and written of referrals. */
export const statements = defineStatements(referralTables, ({ t, platform, read, write }) => ({
  /** The open code of an account, or the given one where it has none. */
  offer: write({
    params: z.object({ code: z.string(), referrer_id: z.string(), reward: z.int(), spend: z.int() }),
    row: z.object({ code: z.string(), reward: Amount, spend: Amount }),
    sql: (p) => sql`insert into ${t.referral} (code, referrer_id, reward, spend)
      values (${p.code}, ${p.referrer_id}, ${p.reward}, ${p.spend}) on conflict (referrer_id) where account_id is null
      do update set referrer_id = excluded.referrer_id returning code, reward, spend`,
  }),
  use: write({
    params: z.object({ code: z.string(), account_id: z.string(), at: z.date(), since: z.date(), revision: z.int() }),
    unique: () => referralErrors.error('REFERRAL_CODE_INVALID'),
    sql: (p) => sql`update ${t.referral} set account_id = ${p.account_id}, used_at = ${p.at}, revision = ${p.revision}
      where code = ${p.code} and account_id is null and referrer_id <> ${p.account_id}
        and exists (select 1 from ${platform.account} where id = ${p.account_id} and created_at >= ${p.since})`,
  }),
  usedSince: read({
    params: z.object({ revision: z.int() }),
    row: z.object({ account_id: z.string() }),
    sql: (p) => sql`select account_id from ${t.referral} where revision > ${p.revision}`,
  }),
  /** Where enough was charged, not refunded, within `days` of the use. `since` is further back: the job may come late. */
  due: read({
    params: z.object({ since: z.date(), days: z.int() }),
    row: z.object({ code: z.string(), referrer_id: z.string(), reward: Amount }),
    sql: (p) => sql`select r.code as code, r.referrer_id as referrer_id, r.reward as reward from ${t.referral} r
      join ${platform.account} a on a.id = r.referrer_id and a.status <> 'closed'
      where r.paid_at is null and r.used_at >= ${p.since} and r.spend <= (
        select sum(c.charged - c.refunded) from ${platform.usage} u join ${platform.call} c on c.reference = u.reference
        where u.account_id = r.account_id and u.environment = 'production' and u.charged > 0 and u.at >= r.used_at
          and u.at < r.used_at + cast(86400000 as bigint) * ${p.days}) order by r.used_at limit 100`,
  }),
  pay: write({
    params: z.object({ code: z.string(), at: z.date() }),
    sql: (p) => sql`update ${t.referral} set paid_at = ${p.at} where code = ${p.code} and paid_at is null`,
  }),
  made: read({
    params: z.object({ by: z.string() }),
    row: z.object({ used: Counted, paid: Counted }),
    sql: (p) =>
      sql`select count(account_id) as used, count(paid_at) as paid from ${t.referral} where referrer_id = ${p.by}`,
  }),
}))
