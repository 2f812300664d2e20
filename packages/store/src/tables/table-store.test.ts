import { inr, type Store, type TableAccess, type TableStore } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { composedReferrals, Referred, referrals, referralTables } from '../../test/referral-plugin.ts'
import { openStore } from '../../test/store-bench.ts'

const environment = 'production'
const actor = 'asha'

describe.each(ENGINES)('tables of plugins on %s', (_, make) => {
  let place: TestDatabase
  let store: Store
  let plugin: TableStore
  let tables: TableAccess
  let accountId: string
  let count = 0
  const nextId = () => `r-${String(++count).padStart(4, '0')}`
  beforeAll(async () => {
    place = await make()
    store = await openStore(place)
    if (!store.pluginTables) throw new Error('the store keeps tables of plugins')
    plugin = store.pluginTables
    plugin.use([composedReferrals])
    await store.migrate()
    tables = plugin.access(referralTables)
    accountId = (await store.accounts.create({ name: 'Acme', role: 'developer' })).id
    await store.wallet.credit({ accountId, environment, amount: inr('100'), reference: 'first', actor })
  })
  afterAll(async () => {
    expect((await store.ledger.verify()).broken).toEqual([])
    await store.close()
    await place.drop()
  })

  const referral = (friend: string, id = nextId()) => ({ id, account_id: accountId, friend, reward: inr('5') })
  const insert = (given: ReturnType<typeof referral>) =>
    tables.transaction(function* (tx) {
      return yield* tx.run(referrals.insert(given))
    })
  const available = async () => (await store.wallet.balance(accountId, environment)).available

  it('reads what it wrote, by a list, by parts that are left out, and with the names of accounts', async () => {
    const [one, two] = [referral('friend-1'), referral('friend-2')]
    expect(await insert(one)).toBe(1)
    await insert(two)
    const ids = async (given: object) =>
      (await tables.rows(referrals.ofAccount({ account_id: accountId, ...given }))).map(({ id }) => id)
    expect(await ids({})).toEqual([one.id, two.id])
    expect(await ids({ state: 'paid' })).toEqual([])
    expect(await ids({ friends: ['friend-2', "'; drop"] })).toEqual([two.id])
    expect(await ids({ friends: [] })).toEqual([])
    expect(await tables.first(referrals.names({ but: [] }))).toEqual({ name: 'Acme', made: 2 })
    expect(await tables.rows(referrals.names({ but: [accountId] }))).toEqual([])
    expect(await tables.first(referrals.lock({ id: 'nothing' }))).toBeNull()
  })

  it('writes many rows, and none', async () => {
    const rows = Array.from({ length: 1_203 }, (_, rank) => ({ id: `n-${rank}`, content: rank ? 'text' : null, rank }))
    const write = (given: typeof rows) =>
      tables.transaction(function* (tx) {
        return yield* tx.run(referrals.note({ rows: given }))
      })
    expect(await write(rows)).toBe(1_203)
    expect(await write([])).toBe(0)
    expect((await tables.rows(referrals.notes({ ranks: [1, 1_202, 5_000] }))).map(({ rank }) => rank)).toEqual([
      1, 1_202,
    ])
  })

  it('moves money, writes rows, an event and an audit entry in one commit, or nothing', async () => {
    const given = referral('friend-3')
    const reward = (reference: string, fails: boolean) =>
      plugin.change({ wallets: [{ accountId, environment }], reserved: null }, function* (tx) {
        const before = tx.wallet({ accountId, environment }).available
        const money = { accountId, environment, amount: inr('5'), reference, actor } as const
        const { kind } = yield* tx.move({ kind: 'credit', ...money })
        yield* tx.run(referrals.insert(given))
        yield* tx.event(Referred, { accountId, environment, data: { friend: given.friend } })
        yield* tx.audit({ actor, action: 'referral.reward', subject: 'x', accountId, before: null, after: null })
        if (fails) throw new Error('not this time')
        return { kind, gained: tx.wallet({ accountId, environment }).available - before }
      })
    const told: string[] = []
    const end = store.outbox.watch((events) => told.push(...events.map(({ type }) => type)))
    const before = await available()
    await expect(reward('reward-3', true)).rejects.toThrow('not this time')
    expect(await available()).toBe(before)
    expect(await reward('reward-3', false)).toEqual({ kind: 'moved', gained: inr('5') })
    expect(await available()).toBe(before + inr('5'))
    const audited = await store.audit.list({ accountIds: null, action: 'referral.reward', cursor: null, limit: 10 })
    expect(audited.items).toHaveLength(1)
    end()
    expect(told.toSorted()).toEqual(['referral.made', 'wallet.credited'])
  })
})
