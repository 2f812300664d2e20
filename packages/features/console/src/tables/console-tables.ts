import { defineTables, sql } from '@parakh/core'

/**
 * People and how they sign in. Times are milliseconds since 1970. Codes and tokens are there as keyed hashes alone.
 *
 * - `person`: by e-mail address in lower case, or by the reference of an embedder within an account.
 * - `membership`: a person's role in an account; without an account it is an operator.
 * - `invitation`: ended when it was accepted or revoked; `invited_from` is the inviter's place (`acting-place.ts`). Invitations of operators are
 *   never deleted: an accepted one without `confirmed_by` connects two operators. `purpose` is null for an invitation that needs a code or a
 *   sign-in; `link` and `recovery` are links of the command line, which start a session.
 * - `code`: one e-mailed code; its id is the hash of a token that only who asked for it has.
 * - `session`: `proven_at` is the last proof, `second_factor` whether one was given; `view_account` the account as which an operator sees the
 *   console until `view_until`; `limited_to` the only place whose roles the session has: an account with those below it, or `operators`.
 * - `portal_link`: `made_from` is the place of its maker, `made_by` the actor; sessions that began by it end with the maker's role.
 * - `totp`: the secret, sealed; `last_step` so that no code is taken twice.
 * - `passkey`: of one host (`rp_id`); `challenge`: what one has to sign, once.
 * - `attempt`: how often a bucket was used since `begins_at`.
 */
export const consoleTables = defineTables('console', {
  tables: [
    ...(['person', 'membership', 'invitation', 'code', 'session'] as const),
    ...(['portal_link', 'totp', 'recovery_code', 'attempt'] as const),
    ...(['passkey', 'challenge'] as const),
  ],
  migrations: [
    {
      id: '0001-baseline',
      up: ({ t, account, index, bytes }) => [
        sql`create table ${t.person} (
          id text not null primary key,
          email text unique,
          portal_account text references ${account} (id),
          portal_ref text,
          name text not null,
          created_at bigint not null
        )`,
        sql`create unique index ${index('person_of_portal')} on ${t.person} (portal_account, portal_ref)`,
        sql`create table ${t.membership} (
          id text not null primary key,
          person_id text not null references ${t.person} (id),
          account_id text references ${account} (id),
          role text not null,
          production integer not null,
          created_at bigint not null
        )`,
        sql`create unique index ${index('membership_once')} on ${t.membership} (person_id, coalesce(account_id, ''))`,
        sql`create index ${index('membership_of')} on ${t.membership} (account_id, id)`,
        sql`create table ${t.invitation} (
          id text not null primary key,
          token_hash text not null unique,
          email text not null,
          account_id text references ${account} (id),
          role text not null,
          production integer not null,
          invited_by text not null,
          created_at bigint not null,
          expires_at bigint not null,
          ended_at bigint
        )`,
        sql`create index ${index('invitation_of')} on ${t.invitation} (account_id, id)`,
        sql`create table ${t.code} (
          id text not null primary key,
          purpose text not null,
          email text not null,
          hash text not null,
          tries integer not null default 0,
          expires_at bigint not null,
          used_at bigint
        )`,
        sql`create table ${t.portal_link} (
          id text not null primary key,
          token_hash text not null unique,
          account_id text not null references ${account} (id),
          role text not null,
          production integer not null,
          person_ref text not null,
          pages text,
          return_url text,
          expires_at bigint not null,
          used_at bigint
        )`,
        sql`create table ${t.session} (
          id text not null primary key,
          token_hash text not null unique,
          person_id text not null references ${t.person} (id),
          portal_link_id text references ${t.portal_link} (id),
          agent text not null,
          ip text not null,
          created_at bigint not null,
          seen_at bigint not null,
          proven_at bigint,
          second_factor integer not null,
          ended_at bigint
        )`,
        sql`create index ${index('session_of')} on ${t.session} (person_id, id)`,
        sql`create table ${t.totp} (
          person_id text not null primary key references ${t.person} (id),
          secret ${bytes} not null,
          confirmed_at bigint,
          last_step bigint not null default 0
        )`,
        sql`create table ${t.recovery_code} (
          person_id text not null references ${t.person} (id),
          hash text not null,
          used_at bigint,
          primary key (person_id, hash)
        )`,
        sql`create table ${t.passkey} (
          id text not null primary key,
          person_id text not null references ${t.person} (id),
          credential_id text not null unique,
          public_key ${bytes} not null,
          counter bigint not null,
          rp_id text not null,
          name text not null,
          created_at bigint not null,
          used_at bigint
        )`,
        sql`create index ${index('passkey_of')} on ${t.passkey} (person_id, id)`,
        sql`create table ${t.challenge} (
          id text not null primary key,
          purpose text not null,
          person_id text references ${t.person} (id),
          expires_at bigint not null,
          used_at bigint
        )`,
        sql`create table ${t.attempt} (
          bucket text not null primary key,
          begins_at bigint not null,
          tries integer not null
        )`,
      ],
    },
    {
      id: '0002-view',
      up: ({ t, account }) => [
        sql`alter table ${t.session} add column view_account text references ${account} (id)`,
        sql`alter table ${t.session} add column view_until bigint`,
      ],
    },
    {
      id: '0003-limited-sessions',
      up: ({ t }) => [
        sql`alter table ${t.session} add column limited_to text`,
        sql`alter table ${t.invitation} add column purpose text`,
      ],
    },
    {
      // Decision 0132. Invitations and links of the release before have no place: they count as made by an account above.
      id: '0004-who-invited',
      up: ({ t, account }) => [
        sql`alter table ${t.invitation} add column invited_from text`,
        sql`alter table ${t.invitation} add column accepted_by text references ${t.person} (id)`,
        sql`alter table ${t.invitation} add column confirmed_by text`,
        sql`alter table ${t.membership} add column invitation_id text references ${t.invitation} (id)`,
        sql`alter table ${t.portal_link} add column made_from text`,
        sql`update ${account} set has_owner = 1 where id in (
          select m.account_id from ${t.membership} m join ${t.person} p on p.id = m.person_id
          where m.role = 'owner' and p.email is not null)`,
      ],
    },
    { id: '0005-who-made-links', up: ({ t }) => [sql`alter table ${t.portal_link} add column made_by text`] },
  ],
})
