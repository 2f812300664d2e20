import {
  Amount,
  Bytes,
  Counted,
  definePlugin,
  defineStatements,
  defineTables,
  inr,
  Ledger,
  type Price,
  RevisionCache,
  type Store,
  service,
  sql,
  type TableAccess,
  token,
  Vault,
  zero,
} from '@parakh/core'
import { createTestHost, fakeWallet, manualClock, storeServices } from '@parakh/testkit'
import { testTables } from '@parakh/testkit/suites'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { openStore } from '../../test/store-bench.ts'
import { suiteBench } from '../../test/suite-bench.ts'

const environment = 'production'

/** A plugin from outside: memberships that are paid by the wallet, with a projection and a secret each. */
const memberTables = defineTables('members', {
  tables: ['member'],
  migrations: [
    {
      id: '0001-baseline',
      up: ({ t, account, bytes, index }) => [
        sql`create table ${t.member} (account_id text primary key references ${account} (id), fee bigint not null, revision bigint not null, secret ${bytes})`,
        sql`create index ${index('by_revision')} on ${t.member} (revision)`,
      ],
    },
  ],
})
const statements = defineStatements(memberTables, ({ t, read, write }) => ({
  join: write({
    params: z.object({ account_id: z.string(), fee: z.int(), revision: z.int(), secret: Bytes }),
    unique: () => new Error('a member already'),
    sql: (p) =>
      sql`insert into ${t.member} (account_id, fee, revision, secret) values (${p.account_id}, ${p.fee}, ${p.revision}, ${p.secret})`,
  }),
  after: read({
    params: z.object({ revision: z.int() }),
    row: z.object({ account_id: z.string(), fee: Amount, revision: Counted }),
    sql: (p) => sql`select account_id, fee, revision from ${t.member} where revision > ${p.revision}`,
  }),
}))
interface Members {
  join(accountId: string, fee: Price): Promise<{ readonly kind: string; readonly available: number }>
  fees(): Promise<ReadonlyMap<string, number>>
}
const Members = token<Members>('members.members')

const membersService = service(
  Members,
  { tables: memberTables, ledger: Ledger, vault: Vault },
  ({ tables, ledger, vault }) => {
    const known = new RevisionCache<Known>({
      clock: { monotonicMs: () => 0 },
      changesHere: () => tables.changesHere(),
      refresh: async (value) => await refreshed(tables, value),
    })
    return {
      async join(accountId, fee) {
        const secret = await vault.seal({ table: memberTables.t.member, accountId, row: accountId }, 'welcome')
        return await ledger.change({ wallets: [{ accountId, environment, upTo: fee }] }, function* (tx) {
          const { available } = tx.wallet({ accountId, environment })
          const of = { accountId, environment, actor: 'members', reference: `member-${accountId}` } as const
          const { kind } = yield* tx.move({ kind: 'debit', ...of, amount: fee, reason: 'Membership' })
          if (kind === 'insufficient') return { kind, available }
          const revision = yield* tx.raiseRevision(memberTables)
          yield* tx.run(statements.join({ account_id: accountId, fee, revision, secret }))
          return { kind, available }
        })
      },
      fees: async () => (await known.get()).fees,
    }
  },
)

interface Known {
  readonly revision: number
  readonly fees: ReadonlyMap<string, number>
}
async function refreshed(tables: TableAccess, value: Known = { revision: 0, fees: new Map() }): Promise<Known> {
  const revision = await tables.revision()
  if (revision === value.revision) return value
  const changed = await tables.rows(statements.after({ revision: value.revision }))
  const fees = new Map([...value.fees, ...changed.map(({ account_id, fee }) => [account_id, fee] as const)])
  return { revision, fees }
}

const members = definePlugin({
  ...{ id: 'members', contract: 1, tables: memberTables, statements: [statements] },
  services: [membersService],
})

testTables(members, Object.fromEntries(ENGINES.map(([name, make]) => [name, () => suiteBench(make)])))

describe.each(ENGINES)('a plugin with tables on %s', (_, make) => {
  let place: TestDatabase
  let store: Store
  beforeEach(async () => {
    place = await make()
    store = await openStore(place)
  })
  afterEach(async () => {
    expect((await store.ledger.verify()).broken).toEqual([])
    await store.close()
    await place.drop()
  })
  const start = async (wallet?: ReturnType<typeof fakeWallet>) => {
    const { host } = await createTestHost({
      ...{ plugins: [members(), ...(wallet ? [wallet.plugin] : [])], clock: manualClock(), funds: zero },
      overrides: storeServices(store),
      ...(wallet ? { wallet: { use: 'fake' } } : {}),
    })
    const { id } = await store.accounts.create({ name: 'Acme', role: 'developer' })
    return { host, id, members: host.get(Members) }
  }

  it('moves money and writes its rows in one commit, and its own process sees them at once', async () => {
    const { host, id, members: service } = await start()
    await store.wallet.credit({ accountId: id, environment, amount: inr('10'), reference: 'first', actor: 'test' })
    expect([...(await service.fees())]).toEqual([])
    expect(await service.join(id, inr('11'))).toEqual({ kind: 'insufficient', available: inr('10') })
    expect(await service.join(id, inr('4'))).toMatchObject({ kind: 'moved' })
    expect([...(await service.fees())]).toEqual([[id, inr('4')]])
    await expect(service.join(id, inr('4'))).rejects.toThrow('a member already')
    expect(await store.wallet.balance(id, environment)).toMatchObject({ available: inr('6') })
    await host.stop()
  })

  it('draws on an external wallet what was reserved there, and frees it where nothing was taken', async () => {
    const fake = fakeWallet()
    const { host, id, members: service } = await start(fake)
    const owner = { accountId: id, environment } as const
    fake.fund(owner, inr('10'))
    expect(await service.join(id, inr('11'))).toEqual({ kind: 'insufficient', available: inr('10') })
    expect(await service.join(id, inr('4'))).toEqual({ kind: 'moved', available: inr('4') })
    await expect(service.join(id, inr('4'))).rejects.toThrow('a member already')
    const { items } = await store.walletTasks.list({ cursor: null, limit: 10 })
    const open = items.map(({ step, amount, at, nextAt }) => [step, amount, nextAt - at])
    // The capture of the one that was taken, and the release of the reservation that the last one did not use, at once.
    expect(open.toSorted()).toEqual([
      ['capture', inr('4'), 0],
      ['release', inr('4'), 0],
    ])
    await host.stop()
  })

  it('is refused on a database that lacks its tables, unless it is migrated', async () => {
    const plain = service(storeServices(store)[0]?.token ?? Members, {}, () => store)
    const options = { plugins: [members()], clock: manualClock(), overrides: [plain] }
    await expect(createTestHost(options)).rejects.toMatchObject({ code: 'TABLES_NOT_MIGRATED' })
    await store.migrate()
    const { host } = await createTestHost(options)
    await host.stop()
  })

  it('leaves its tables where it is not configured, and finds them again', async () => {
    const first = await start()
    await store.wallet.credit({
      accountId: first.id,
      environment,
      amount: inr('10'),
      reference: 'first',
      actor: 'test',
    })
    await first.members.join(first.id, inr('4'))
    await first.host.stop()
    const without = await openStore(place)
    expect(await without.migrated()).toBe(true)
    const again = await openStore(place)
    again.pluginTables?.use([{ tables: memberTables, statements: [statements.after.statement] }])
    expect(await again.migrated()).toBe(true)
    expect(await again.pluginTables?.access(memberTables).rows(statements.after({ revision: 0 }))).toHaveLength(1)
    // A release of the plugin from before does not know what a later one did.
    const older = defineTables('members', { tables: ['member'], migrations: [{ id: '0000-other', up: () => [] }] })
    again.pluginTables?.use([{ tables: older, statements: [] }])
    await expect(again.migrate()).rejects.toMatchObject({ code: 'SCHEMA_TOO_NEW' })
    await without.close()
    await again.close()
  })
})
