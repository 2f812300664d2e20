import { type BoundStatement, defineStatements, platformTables, type Sql, sql, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { referralErrors, referrals, referralTables } from './referral-plugin.ts'
import type { TableTrial } from './table-trial.ts'

/** Statements as they are run. */
export function statementTests(trial: () => TableTrial): void {
  const insert = (given: Parameters<typeof referrals.insert>[0]) =>
    trial().tables.transaction(function* (tx) {
      return yield* tx.run(referrals.insert(given))
    })

  it('read what was written, by a list, by parts that are left out, and with the names of accounts', async () => {
    const { tables } = trial()
    const { accountId } = await trial().payer(zero)
    const [one, two] = [trial().referral(accountId), trial().referral(accountId)]
    expect(await insert(one)).toBe(1)
    await insert(two)
    const ids = async (given: object) =>
      (await tables.rows(referrals.ofAccount({ account_id: accountId, ...given }))).map(({ id }) => id)
    expect(await ids({})).toEqual([one.id, two.id])
    expect(await ids({ state: 'paid' })).toEqual([])
    expect(await ids({ state: null })).toEqual([one.id, two.id])
    expect(await ids({ friends: [two.friend, "'; drop"] })).toEqual([two.id])
    expect(await ids({ friends: [] })).toEqual([])
    expect(await tables.first(referrals.names({ id: accountId, but: [] }))).toEqual({ name: 'Acme', made: 2 })
    expect(await tables.rows(referrals.names({ id: accountId, but: [accountId] }))).toEqual([])
    expect(await tables.first(referrals.lock({ id: 'nothing' }))).toBeNull()
  })

  it('write many rows, and none', async () => {
    const rows = Array.from({ length: 1_203 }, (_, rank) => ({ id: `n-${rank}`, content: rank ? 'text' : null, rank }))
    const write = (given: typeof rows) =>
      trial().tables.transaction(function* (tx) {
        return yield* tx.run(referrals.note({ rows: given }))
      })
    expect(await write(rows)).toBe(1_203)
    expect(await write([])).toBe(0)
    const found = await trial().tables.rows(referrals.notes({ ranks: [1, 1_202, 5_000] }))
    expect(found.map(({ rank }) => rank)).toEqual([1, 1_202])
  })

  it('bind dates, booleans and bytes, and refuse what no column has', async () => {
    const { accountId } = await trial().payer(zero)
    const given = trial().referral(accountId)
    await insert(given)
    const at = new Date('2026-01-15T04:30:00Z')
    const changed = await trial().tables.transaction(function* (tx) {
      return yield* tx.first(referrals.seal({ id: given.id, secret: new Uint8Array([0, 255, 10]), at, open: true }))
    })
    expect(changed).toEqual({ secret: expect.any(Uint8Array), revision: at, open: true })
    expect([...(changed?.secret ?? [])]).toEqual([0, 255, 10])
    const raw = { ...referrals.lock({ id: 'x' }), values: { id: { an: 'object' } } }
    await expect(trial().tables.rows(raw)).rejects.toThrow('the parameter id cannot be bound')
    expect(() => referrals.lock({ id: 7 as never })).toThrow(/expected string/)
  })

  it('throw the error of their plugin where a unique constraint refuses them, with what was to be written, and leave nothing', async () => {
    const { accountId } = await trial().payer(zero)
    const [one, two] = [trial().referral(accountId), trial().referral(accountId)]
    await insert(one)
    const both = trial().tables.transaction(function* (tx) {
      yield* tx.run(referrals.insert(two))
      yield* tx.run(referrals.insert({ ...trial().referral(accountId), friend: one.friend }))
    })
    await expect(both).rejects.toEqual(referralErrors.error('REFERRED_ALREADY', { friend: one.friend }))
    expect(await trial().tables.first(referrals.lock({ id: two.id }))).toBeNull()
  })

  it('are not run unless their plugin lists them, and outside a transaction only where they read its tables', async () => {
    const refused = { code: 'STATEMENT_NOT_LISTED' }
    const unlisted = defineStatements(referralTables, ({ t, read, write }) => ({
      all: read({ row: z.object({ id: z.string() }), sql: () => sql`select id from ${t.referral}` }),
      drop: write({ sql: () => sql`delete from ${t.referral}` }),
    }))
    const { tables, plugin } = trial()
    await expect(tables.rows(unlisted.all())).rejects.toMatchObject(refused)
    const run = (bound: BoundStatement<never, 'write'>) =>
      tables.transaction(function* (tx) {
        yield* tx.run(bound)
      })
    await expect(run(unlisted.drop())).rejects.toMatchObject(refused)
    const pay = referrals.pay({ id: 'x', revision: 1 }) as unknown as BoundStatement<{ reward: number }, 'read'>
    await expect(tables.rows(pay)).rejects.toMatchObject(refused)
    const other = plugin.access({ ...referralTables, namespace: 'others' })
    await expect(other.rows(referrals.changed({ after: 0 }))).rejects.toMatchObject(refused)
  })

  it('find the published columns of the tables of the platform', async () => {
    const { account, wallet, counter, usage, call, event } = platformTables
    const texts: readonly Sql[] = [
      sql`select id, name, role, parent_id, status, kyc, created_at from ${account}`,
      sql`select account_id, environment, posted, held, owed from ${wallet}`,
      sql`select account_id, environment, name, period, value from ${counter}`,
      sql`select id, account_id, environment, key_id, endpoint, outcome, code, latency_ms, charged, at, calls from ${usage}`,
      sql`select reference, account_id, environment, endpoint, charged, refunded, legs, at from ${call}`,
      sql`select position, id, type, account_id, environment, sequence, data, at, replay_of, endpoint_id from ${event}`,
    ]
    for (const text of texts) {
      const { read } = defineStatements(referralTables, (tools) => ({
        read: tools.read({ row: z.object({}), sql: () => text }),
      }))
      await trial().plugin.prepare(read.statement)
    }
    const { wrong } = defineStatements(referralTables, (tools) => ({
      wrong: tools.read({ row: z.object({}), sql: () => sql`select colour from ${account}` }),
    }))
    await expect(trial().plugin.prepare(wrong.statement)).rejects.toThrow(/colour/)
  })
}
