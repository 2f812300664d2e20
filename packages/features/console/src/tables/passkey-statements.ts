import { Bytes, Counted, defineStatements, Moment, sql } from '@parakh/core'
import * as z from 'zod'
import { consoleErrors } from '../error-codes.ts'
import { consoleTables } from './console-tables.ts'

/** A passkey: of one host (`rp_id`). */
export const PasskeyRow = z.object({
  id: z.string(),
  person_id: z.string(),
  credential_id: z.string(),
  public_key: Bytes,
  counter: Counted,
  rp_id: z.string(),
  name: z.string(),
  created_at: Moment,
  used_at: Moment.nullable(),
})
export type PasskeyRow = z.output<typeof PasskeyRow>

const OfPerson = z.object({ person_id: z.string() })

/** Passkeys, and the challenges that they answer. */
export const passkeyStatements = defineStatements(consoleTables, ({ t, read, write }) => {
  const columns = sql`select id, person_id, credential_id, public_key, counter, rp_id, name, created_at, used_at from ${t.passkey}`
  return {
    insertChallenge: write({
      params: z.object({ id: z.string(), purpose: z.string(), person_id: z.string().nullable(), expires_at: z.int() }),
      sql: (p) => sql`insert into ${t.challenge} (id, purpose, person_id, expires_at)
        values (${p.id}, ${p.purpose}, ${p.person_id}, ${p.expires_at})`,
    }),
    /** Takes a challenge once: of two that come with it, one has written. */
    useChallenge: write({
      params: z.object({
        ...{ hashes: z.array(z.string()), purpose: z.string(), person_id: z.string().nullable(), now: z.int() },
      }),
      sql: (p) => sql`update ${t.challenge} set used_at = ${p.now} where id in (${p.hashes}) and purpose = ${p.purpose}
        and coalesce(person_id, '') = coalesce(${p.person_id}, '') and used_at is null and expires_at > ${p.now}`,
    }),
    passkeysOf: read({
      params: OfPerson,
      row: PasskeyRow,
      sql: (p) => sql`${columns} where person_id = ${p.person_id} order by id`,
    }),
    passkeyByCredential: read({
      params: z.object({ credential_id: z.string() }),
      row: PasskeyRow,
      sql: (p) => sql`${columns} where credential_id = ${p.credential_id}`,
    }),
    insertPasskey: write({
      params: PasskeyRow.omit({ used_at: true }).extend({ counter: z.int(), created_at: z.int() }),
      unique: () => consoleErrors.error('PASSKEY_REFUSED'),
      sql: (p) => sql`insert into ${t.passkey}
        (id, person_id, credential_id, public_key, counter, rp_id, name, created_at)
        values (${p.id}, ${p.person_id}, ${p.credential_id}, ${p.public_key}, ${p.counter}, ${p.rp_id}, ${p.name},
          ${p.created_at})`,
    }),
    /** Its counter only rises; one that stays 0 counts nothing. */
    usePasskey: write({
      params: z.object({ id: z.string(), counter: z.int(), now: z.int() }),
      sql: (p) => sql`update ${t.passkey} set counter = ${p.counter}, used_at = ${p.now}
        where id = ${p.id} and (counter < ${p.counter} or (counter = 0 and ${p.counter} = 0))`,
    }),
    /** Passkeys, and an authenticator that is in force. */
    factorsLeft: read({
      params: OfPerson,
      row: z.object({ factors: Counted }),
      sql: (p) => sql`select (select count(*) from ${t.passkey} where person_id = ${p.person_id})
        + (select count(*) from ${t.totp} where person_id = ${p.person_id} and confirmed_at is not null) as factors`,
    }),
    deletePasskey: write({
      params: z.object({ id: z.string(), person_id: z.string() }),
      sql: (p) => sql`delete from ${t.passkey} where id = ${p.id} and person_id = ${p.person_id}`,
    }),
    deletePasskeys: write({
      params: OfPerson,
      sql: (p) => sql`delete from ${t.passkey} where person_id = ${p.person_id}`,
    }),
    forgetChallenges: write({
      params: z.object({ before: z.int() }),
      sql: (p) => sql`delete from ${t.challenge} where expires_at < ${p.before}`,
    }),
  }
})
