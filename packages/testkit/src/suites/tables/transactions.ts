import { inr, type Store, type TableTransaction, type TransactionRequest, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import { referrals, referralTables } from './referral-plugin.ts'
import type { TableTrial } from './table-trial.ts'

/** Transactions of plugins. */
export function transactionTests(trial: () => TableTrial): void {
  const environment = 'production'
  const auditedOf = async (store: Store, subject: string) =>
    (await store.audit.list({ accountIds: null, subject, cursor: null, limit: 10 })).items.length

  it('commit rows, events and audit entries together, or nothing', async () => {
    const { store, tables } = trial()
    const { accountId } = await trial().payer(zero)
    const given = trial().referral(accountId)
    const told: string[] = []
    const end = store.outbox.watch((events) => told.push(...events.map(({ id }) => id)))
    const write = (fails: boolean) =>
      tables.transaction(function* (tx) {
        yield* tx.run(referrals.insert(given))
        const event = yield* tx.emit({ type: 'referral.made', accountId, environment, data: { friend: given.friend } })
        const entry = { actor: 'asha', action: 'referral.make', subject: `referral/${given.id}`, accountId }
        yield* tx.audit({ ...entry, before: null, after: { at: tx.at.toISOString() } })
        if (fails) throw new Error('not this time')
        return [event, (yield* tx.account(accountId)).name]
      })
    const facts = async () => [await tables.first(referrals.lock({ id: given.id })), told.length]
    await expect(write(true)).rejects.toThrow('not this time')
    expect(await facts()).toEqual([null, 0])
    expect(await auditedOf(store, `referral/${given.id}`)).toBe(0)
    const written = await write(false)
    expect(written).toEqual([told[0], 'Acme'])
    expect(await facts()).toEqual([expect.objectContaining({ state: 'open', reward: inr('5') }), 1])
    expect(await auditedOf(store, `referral/${given.id}`)).toBe(1)
    end()
  })

  it('open an account with its sandbox credit and its first key in the commit of their own rows, or none of it', async () => {
    const { store, tables } = trial()
    const name = `Opened ${trial().referral('none').id}`
    const open = (fails: boolean) =>
      tables.transaction(function* (tx) {
        const { id: accountId } = yield* tx.openAccount({ name, role: 'developer', actor: 'person:p-1' })
        const { key, apiSecret } = yield* tx.issueKey({ accountId, environment: 'sandbox', actor: 'person:p-1' })
        yield* tx.run(referrals.insert(trial().referral(accountId)))
        if (fails) throw new Error('not this time')
        return { accountId, key, apiSecret }
      })
    const opened = async () => (await store.accounts.list()).filter((account) => account.name === name)
    await expect(open(true)).rejects.toThrow('not this time')
    expect(await opened()).toEqual([])
    const { accountId, key, apiSecret } = await open(false)
    expect(await opened()).toMatchObject([{ id: accountId, role: 'developer', status: 'active' }])
    expect(await store.wallet.balance(accountId, 'sandbox')).toMatchObject({ available: inr('100') })
    expect(await store.keys.get(key.id)).toMatchObject({ account: { id: accountId } })
    expect(await store.keys.secretVersion(key, apiSecret)).toBe(1)
    const { items } = await store.audit.list({ accountIds: [accountId], cursor: null, limit: 10 })
    const acts = items.filter(({ actor }) => actor === 'person:p-1').map(({ action }) => action)
    expect(acts.sort()).toEqual(['account.create', 'key.create'])
    await expect(tables.transaction((tx) => tx.openAccount({ name: '', role: 'developer' }))).rejects.toMatchObject({
      code: 'ACCOUNT_NAME_INVALID',
    })
  })

  it('end where a request fails: what the plugin catches cannot make them commit', async () => {
    const { accountId } = await trial().payer(zero)
    const [one, two] = [trial().referral(accountId), trial().referral(accountId)]
    let cleaned = 0
    const stubborn = trial().tables.transaction(function* (tx) {
      yield* tx.run(referrals.insert(one))
      try {
        yield* tx.run(referrals.insert(one))
      } catch {
        return 'caught'
      } finally {
        cleaned += 1
      }
      yield* tx.run(referrals.insert(two))
      return 'went on'
    })
    await expect(stubborn).rejects.toMatchObject({ code: 'REFERRED_ALREADY' })
    expect(cleaned).toBe(1)
    expect(await trial().tables.rows(referrals.ofAccount({ account_id: accountId }))).toEqual([])
    const unknown = trial().tables.transaction((tx) => tx.account('nobody'))
    await expect(unknown).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })

  it('wait for nothing but what the transaction asks', async () => {
    const { tables } = trial()
    const asynchronous = (async () => 1) as never
    await expect(tables.transaction(asynchronous)).rejects.toThrow('a transaction is a generator function')
    const foreign = tables.transaction(function* () {
      yield Promise.resolve() as unknown as TransactionRequest
    })
    await expect(foreign).rejects.toThrow('yields only what its tx gives')
    const money = tables.transaction(function* () {
      yield { kind: 'commission', of: { accountId: 'a', environment } }
    })
    await expect(money).rejects.toThrow('yields only what its tx gives')
  })

  it('are run again where they were victims of a deadlock, and then commit', async () => {
    // SQLite has one writer: there the second one waits for the whole of the first.
    const meet = trial().store.now !== undefined
    const { accountId } = await trial().payer(zero)
    const pair = [trial().referral(accountId), trial().referral(accountId)] as const
    await trial().tables.transaction(function* (tx) {
      for (const one of pair) yield* tx.run(referrals.insert(one))
    })
    const holding = new Set<string>()
    let runs = 0
    function* cross(tx: TableTransaction, [first, second]: readonly { readonly id: string }[]) {
      runs += 1
      if (!first || !second) throw new Error('two')
      yield* tx.first(referrals.pay({ id: first.id, revision: 0 }))
      holding.add(first.id)
      while (meet && holding.size < 2) yield* tx.first(referrals.changed({ after: 1_000_000 }))
      yield* tx.first(referrals.pay({ id: second.id, revision: 0 }))
      return 'done'
    }
    const done = await Promise.all([
      trial().tables.transaction((tx) => cross(tx, pair)),
      trial().tables.transaction((tx) => cross(tx, pair.toReversed())),
    ])
    expect(done).toEqual(['done', 'done'])
    expect(runs).toBeGreaterThanOrEqual(meet ? 3 : 2)
    const states = await trial().tables.rows(referrals.ofAccount({ account_id: accountId }))
    expect(states.map(({ state }) => state)).toEqual(['paid', 'paid'])
  })

  it('raise the revision of the plugin, whose changes every process sees', async () => {
    const { tables } = trial()
    const { accountId } = await trial().payer(zero)
    const given = trial().referral(accountId)
    const [before, here] = [await tables.revision(), tables.changesHere()]
    const raised = await tables.transaction(function* (tx) {
      yield* tx.run(referrals.insert(given))
      const revision = yield* tx.raiseRevision(referralTables)
      yield* tx.first(referrals.pay({ id: given.id, revision }))
      return revision
    })
    expect([raised, tables.changesHere()]).toEqual([before + 1, here + 1])
    const other = (await trial().second()).access(referralTables)
    expect([await other.revision(), other.changesHere()]).toEqual([raised, 0])
    expect(await other.rows(referrals.changed({ after: before }))).toContainEqual({ id: given.id, revision: raised })
  })

  it('count a change of this process although it may have failed, so that its projection is read again', async () => {
    const { tables } = trial()
    const here = tables.changesHere()
    const failing = tables.transaction(function* (tx) {
      yield* tx.raiseRevision(referralTables)
      throw new Error('after it')
    })
    await expect(failing).rejects.toThrow('after it')
    expect(tables.changesHere()).toBe(here + 1)
  })

  it('seal secrets for one row of one account', async () => {
    const { plugin } = trial()
    const { accountId } = await trial().payer(zero)
    const of = { table: referralTables.t.referral, accountId, row: 'r-1' }
    const sealed = await plugin.vault.seal(of, 'a secret')
    expect(Buffer.from(sealed).includes('a secret')).toBe(false)
    expect(Buffer.from(await plugin.vault.open(of, sealed)).toString()).toBe('a secret')
    const damaged = { code: 'SEALED_DATA_DAMAGED' }
    await expect(plugin.vault.open({ ...of, row: 'r-2' }, sealed)).rejects.toMatchObject(damaged)
    await expect(plugin.vault.open({ ...of, table: referralTables.t.note }, sealed)).rejects.toMatchObject(damaged)
  })

  it('have the time of the database for leases', async () => {
    const now = (await trial().tables.now()).getTime()
    const { store } = trial()
    expect(now).toBeGreaterThan((store.now ? await store.now() : trial().at) - 60_000)
  })
}
