import { platformRevisions, type Store } from '@parakh/core'
import { expect, it } from 'vitest'
import { referrals, referralTables } from './referral-plugin.ts'
import type { TableTrial } from './table-trial.ts'

/** Transactions of plugins that are checked against the tree of accounts, as moves of accounts are. */
export function accountTreeRevisionTests(trial: () => TableTrial): void {
  const { accountTree } = platformRevisions
  const children = async (): Promise<readonly [child: string, parent: string]> => {
    const { accounts } = trial().store
    const open = async () => (await accounts.create({ name: 'Acme', role: 'developer' })).id
    return [await open(), await open()]
  }
  /** Another process. */
  const second = async (): Promise<Store> => {
    const store = await trial().bench.second?.()
    if (!store) throw new Error('the bench gives a second store')
    return store
  }
  const codes = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code)).toSorted()

  it('raise its revision as moves do, and this process hears of each at once', async () => {
    const { tables, store } = trial()
    const other = await trial().second()
    const [child, parent] = await children()
    const seen = await tables.revision(accountTree)
    const [here, own] = [tables.changesHere(accountTree), tables.changesHere()]
    const raised = await tables.transaction((tx) => tx.raiseRevision(accountTree, seen))
    expect([raised, tables.changesHere(accountTree)]).toEqual([seen + 1, here + 1])
    await store.accounts.move(child, parent, { actor: 'asha', ifRevision: raised })
    expect(tables.changesHere(accountTree)).toBe(here + 2)
    expect(await tables.transaction((tx) => tx.raiseRevision(accountTree))).toBe(seen + 3)
    const elsewhere = other.access(referralTables)
    expect([await elsewhere.revision(accountTree), elsewhere.changesHere(accountTree)]).toEqual([seen + 3, 0])
    expect(tables.changesHere()).toBe(own)
  })

  it('are refused at another revision, and write nothing then', async () => {
    const { tables, store } = trial()
    const [child, parent] = await children()
    const seen = await tables.revision(accountTree)
    await store.accounts.move(child, parent)
    const given = trial().referral(child)
    const stale = tables.transaction(function* (tx) {
      yield* tx.run(referrals.insert(given))
      yield* tx.raiseRevision(accountTree, seen)
    })
    await expect(stale).rejects.toMatchObject({ code: 'PRICING_CHANGED' })
    expect(await tables.rows(referrals.ofAccount({ account_id: child }))).toEqual([])
    const late = store.accounts.move(child, null, { actor: 'asha', ifRevision: seen })
    await expect(late).rejects.toMatchObject({ code: 'PRICING_CHANGED' })
    expect((await store.accounts.get(child))?.parentId).toBe(parent)
    expect(await tables.revision(accountTree)).toBe(seen + 1)
  })

  it('win or lose against a move that was checked against the same: never both, whoever is first', async () => {
    const { tables } = trial()
    const other = await second()
    for (let round = 0; round < 5; round += 1) {
      const [child, parent] = await children()
      const seen = await tables.revision(accountTree)
      const given = trial().referral(child)
      const outcomes = await Promise.allSettled([
        other.accounts.move(child, parent, { actor: 'asha', ifRevision: seen }),
        tables.transaction(function* (tx) {
          yield* tx.raiseRevision(accountTree, seen)
          yield* tx.run(referrals.insert(given))
        }),
      ])
      expect(codes(outcomes)).toEqual(['PRICING_CHANGED', 'done'])
      const moved = (await trial().store.accounts.get(child))?.parentId === parent
      const written = await tables.rows(referrals.ofAccount({ account_id: child }))
      expect(written).toHaveLength(moved ? 0 : 1)
    }
  })

  it('hold its lock until they commit: a move that begins meanwhile waits, and is refused', async () => {
    const { tables } = trial()
    const other = await second()
    const [child, parent] = await children()
    const seen = await tables.revision(accountTree)
    const moving: Promise<unknown>[] = []
    await tables.transaction(function* (tx) {
      yield* tx.raiseRevision(accountTree, seen)
      if (moving.length === 0) {
        const move = other.accounts.move(child, parent, { actor: 'asha', ifRevision: seen })
        moving.push(move)
        move.catch(() => undefined)
      }
      for (let read = 0; read < 50; read += 1) yield* tx.first(referrals.changed({ after: 0 }))
    })
    expect(codes(await Promise.allSettled(moving))).toEqual(['PRICING_CHANGED'])
  })
}
