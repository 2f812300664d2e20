import {
  Amount,
  Bytes,
  Counted,
  defineErrorTable,
  defineEvent,
  defineStatements,
  defineTables,
  Flag,
  Moment,
  sql,
} from '@parakh/core'
import * as z from 'zod'

export const referralErrors = defineErrorTable('referrals', {
  REFERRED_ALREADY: 'The friend {friend} was referred already',
})
/** A friend of an account has joined. */
export const Referred = defineEvent('referral.made', z.object({ friend: z.string() }))

/** A plugin's tables, as its author writes them. */
export const referralTables = defineTables('referrals', {
  tables: ['referral', 'note'],
  migrations: [
    {
      id: '0001-baseline',
      up: ({ t, account, index, bytes, dialect }) => [
        sql`create table ${t.referral} (
          id text primary key, account_id text not null references ${account} (id), friend text not null unique,
          state text not null, reward bigint not null, revision bigint not null default 0, secret ${bytes}
        )`,
        sql`create index ${index('of_account')} on ${t.referral} (account_id, state)`,
        ...(dialect === 'pg' ? [sql`comment on table ${t.referral} is 'why?'`] : []),
      ],
    },
    { id: '0002-notes', up: ({ t }) => [sql`create table ${t.note} (id text primary key, content text, rank bigint)`] },
  ],
})

const Referral = z.object({ id: z.string(), friend: z.string(), state: z.enum(['open', 'paid']), reward: Amount })
const NewReferral = z.object({ id: z.string(), account_id: z.string(), friend: z.string(), reward: z.int() })

export const referrals = defineStatements(referralTables, ({ t, platform, read, write }) => ({
  ofAccount: read({
    params: z.object({ account_id: z.string(), state: z.string().nullish(), friends: z.array(z.string()).optional() }),
    row: Referral,
    sql: (p, { when }) => sql`
      select id, friend, state, reward from ${t.referral}
      where account_id = ${p.account_id} ${when(p.state, sql`and state = ${p.state}`)}
        ${when(p.friends, sql`and friend in (${p.friends})`)}
      order by id`,
  }),
  lock: read({
    params: z.object({ id: z.string() }),
    row: Referral,
    sql: (p, { forUpdate }) => sql`select id, friend, state, reward from ${t.referral} where id = ${p.id} ${forUpdate}`,
  }),
  names: read({
    params: z.object({ id: z.string(), but: z.array(z.string()) }),
    row: z.object({ name: z.string(), made: Counted }),
    sql: (p) => sql`
      select a.name as name, count(r.id) as made from ${platform.account} a join ${t.referral} r on r.account_id = a.id
      where a.id = ${p.id} and a.id not in (${p.but}) group by a.name order by a.name`,
  }),
  insert: write({
    params: NewReferral,
    unique: ({ friend }) => referralErrors.error('REFERRED_ALREADY', { friend }),
    sql: (p) => sql`
      insert into ${t.referral} (id, account_id, friend, state, reward)
      values (${p.id}, ${p.account_id}, ${p.friend}, 'open', ${p.reward})`,
  }),
  pay: write({
    params: z.object({ id: z.string(), revision: z.int() }),
    row: z.object({ reward: Amount }),
    sql: (p) => sql`
      update ${t.referral} set state = 'paid', revision = ${p.revision} where id = ${p.id} and state = 'open' returning reward`,
  }),
  seal: write({
    params: z.object({ id: z.string(), secret: Bytes, at: z.date(), open: z.boolean() }),
    row: z.object({ secret: Bytes, revision: Moment, open: Flag }),
    sql: (p) => sql`
      update ${t.referral} set secret = ${p.secret}, revision = ${p.at} where id = ${p.id}
      returning secret, revision, cast(${p.open} as bigint) as open`,
  }),
  changed: read({
    params: z.object({ after: z.int() }),
    row: z.object({ id: z.string(), revision: Counted }),
    sql: (p) => sql`select id, revision from ${t.referral} where revision > ${p.after} order by revision`,
  }),
  note: write({
    params: z.object({ rows: z.array(z.object({ id: z.string(), content: z.string().nullable(), rank: z.int() })) }),
    sql: (p, { each }) =>
      sql`insert into ${t.note} (id, content, rank) values ${each(p.rows, ['id', 'content', 'rank'])}`,
  }),
  notes: read({
    params: z.object({ ranks: z.array(z.int()) }),
    row: z.object({ id: z.string(), content: z.string().nullable(), rank: Counted }),
    sql: (p) =>
      sql`select id, content, rank from ${t.note} where rank in (${p.ranks}) and content <> 'why?' order by rank`,
  }),
}))

/** Everything that the plugin declares. */
export const composedReferrals = {
  tables: referralTables,
  statements: Object.values(referrals).map(({ statement }) => statement),
}
