import { type Account, ROLES, type Role } from '@parakh/core'
import { expect, it } from 'vitest'
import type { StoreTrial } from './store-trial.ts'

/** The tree of accounts (decisions.md section 10). */
export function accountTreeTests(trial: () => StoreTrial): void {
  const open = (role: Role, parent?: Account) =>
    trial().store.accounts.create({ name: role, role, parentId: parent?.id ?? null })
  const line = async () => {
    const top = await open('super_admin')
    const master = await open('master_distributor', top)
    const distributor = await open('distributor', master)
    const retailer = await open('retailer', distributor)
    return { top, master, distributor, retailer }
  }
  const idsOf = (accounts: readonly Account[]) => accounts.map(({ id }) => id)

  it('permits a reseller only below the role above it, a developer and a customer below any', async () => {
    const parents = new Map<Role, Account>()
    for (const role of ROLES) parents.set(role, await open(role))
    for (const [place, role] of ROLES.entries())
      for (const [above, parent] of [...parents.values()].entries()) {
        const made = open(role, parent)
        if (role === 'developer' || role === 'customer' || above === place - 1)
          expect(await made).toMatchObject({ parentId: parent.id })
        else await expect(made).rejects.toMatchObject({ code: 'ACCOUNT_PARENT_NOT_ALLOWED' })
      }
  })

  it('knows all below an account, and all above it, the nearest first', async () => {
    const { accounts } = trial().store
    const { top, master, distributor, retailer } = await line()
    const customer = await open('customer', retailer)
    const beside = await open('developer', distributor)
    const stranger = await open('distributor')
    expect([...(await accounts.branch(distributor.id))].sort()).toEqual(
      [distributor.id, retailer.id, customer.id, beside.id].sort(),
    )
    expect(await accounts.branch(stranger.id)).toEqual([stranger.id])
    expect(await accounts.branch('nobody')).toEqual([])
    expect(await accounts.ancestors(customer.id)).toEqual([retailer, distributor, master, top])
    expect(await accounts.ancestors(top.id)).toEqual([])
    expect(await accounts.ancestors('nobody')).toEqual([])
  })

  it('moves an account with all below it', async () => {
    const { accounts } = trial().store
    const [from, to] = [await line(), await line()]
    const customer = await open('customer', from.retailer)
    expect(await accounts.move(from.retailer.id, to.distributor.id)).toMatchObject({ parentId: to.distributor.id })
    expect(idsOf(await accounts.ancestors(customer.id))).toEqual(
      idsOf([from.retailer, to.distributor, to.master, to.top]),
    )
    expect(await accounts.branch(from.top.id)).not.toContain(customer.id)
    expect(await accounts.move(customer.id, null)).toMatchObject({ parentId: null })
    expect(await accounts.ancestors(customer.id)).toEqual([])
  })

  it('refuses a move that the roles do not allow, or that would make a circle', async () => {
    const { accounts } = trial().store
    const { top, distributor, retailer } = await line()
    const notAllowed = { code: 'ACCOUNT_PARENT_NOT_ALLOWED' }
    await expect(accounts.move(retailer.id, top.id)).rejects.toMatchObject(notAllowed)
    await expect(accounts.move(distributor.id, retailer.id)).rejects.toMatchObject(notAllowed)
    await expect(accounts.move(retailer.id, 'nobody')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })

    const upper = await open('developer')
    const middle = await open('developer', upper)
    const lower = await open('developer', middle)
    const circular = { code: 'ACCOUNT_PARENT_CIRCULAR' }
    await expect(accounts.move(upper.id, lower.id)).rejects.toMatchObject(circular)
    await expect(accounts.move(upper.id, upper.id)).rejects.toMatchObject(circular)
    expect(idsOf(await accounts.ancestors(lower.id))).toEqual([middle.id, upper.id])
  })

  it('makes no cycle of two concurrent moves', async () => {
    const { accounts } = trial().store
    const [one, other] = [await open('developer'), await open('developer')]
    const moves = await Promise.allSettled([accounts.move(one.id, other.id), accounts.move(other.id, one.id)])
    expect(moves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await accounts.branch(one.id)).length + (await accounts.branch(other.id)).length).toBe(3)
  })

  it('pages through a branch, with filters', async () => {
    const { accounts } = trial().store
    const { top, master, distributor, retailer } = await line()
    const customers: Account[] = []
    for (let count = 0; count < 3; count++) customers.push(await open('customer', retailer))
    const of = { within: top.id, cursor: null, limit: 4 } as const
    const first = await accounts.page(of)
    expect(first.items).toEqual([top, master, distributor, retailer])
    const second = await accounts.page({ ...of, cursor: first.next })
    expect(second).toEqual({ items: customers, next: null })
    expect((await accounts.page({ ...of, role: 'customer' })).items).toEqual(customers)
    expect((await accounts.page({ ...of, status: 'closed' })).items).toEqual([])
    expect((await accounts.page({ ...of, kyc: 'pending', limit: 1 })).items).toEqual([top])
    expect((await accounts.page({ ...of, within: 'nobody' })).items).toEqual([])
  })

  it('finds accounts by how their name or id begins, in capitals or not, each once, in order', async () => {
    const { accounts } = trial().store
    const top = await open('super_admin')
    const called = (name: string, parentId: string | null = top.id) =>
      accounts.create({ name, role: 'developer', parentId })
    const zoe = await called('acMe zoe')
    const [first, second] = [await called('ACME'), await called('Acme')]
    const [percent, hindi] = [await called('a%me'), await called('आधार')]
    const elsewhere = await called('Acme elsewhere', null)
    const find = async (startsWith: string, within: string | null = top.id, limit = 1) => {
      const found: Account[] = []
      let cursor: string | null = null
      do {
        const page = await accounts.page({ within, startsWith, cursor, limit })
        expect(page.items.length).toBeLessThanOrEqual(limit)
        found.push(...page.items)
        cursor = page.next
      } while (cursor !== null)
      return found
    }
    const twins = [first, second].sort((one, other) => (one.id.toLowerCase() < other.id.toLowerCase() ? -1 : 1))
    for (const limit of [1, 2, 100]) expect(await find('aCmE', top.id, limit)).toEqual([...twins, zoe])
    expect(await find('a%')).toEqual([percent])
    expect(await find('आ')).toEqual([hindi])
    expect(await find('_')).toEqual([])
    expect(await find('cme')).toEqual([])
    const everywhere = idsOf(await find('acme', null))
    expect(everywhere).toEqual(expect.arrayContaining(idsOf([first, second, zoe, elsewhere])))
    expect(new Set(everywhere).size).toBe(everywhere.length)
    for (const within of [top.id, null]) {
      expect(await find(hindi.id.toUpperCase(), within)).toEqual([hindi])
      // Its name begins so as another's id does: first by name, then by id.
      const named = await called(`${hindi.id} and sons`)
      expect(await find(hindi.id, within)).toEqual([named, hindi])
      await accounts.rename(named.id, 'Nobody')
    }
    expect(
      await accounts.page({ within: top.id, startsWith: 'acme', role: 'customer', cursor: null, limit: 9 }),
    ).toEqual({
      ...{ items: [], next: null },
    })
  })
}
