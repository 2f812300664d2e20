import { Accounts } from '@parakh/core'
import resale from '@parakh/resale'
import { describe, expect, it } from 'vitest'
import { tokenIn } from '../../test/browser.ts'
import { consolePlace } from '../../test/console-world.ts'

/** A generator of numbers below a bound, from a seed (mulberry32). */
function numbersFrom(seed: number) {
  let state = seed
  return (bound: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}
/** The roles of accounts, from the top of the tree down. */
const ROLES = ['super_admin', 'master_distributor', 'distributor', 'retailer', 'customer'] as const
const MOST_ACCOUNTS = 14

describe.each(['sqlite3', 'pg'] as const)('sessions of a generated account tree on %s', (client) => {
  it.each([1, 2, 3])(
    'have exactly the memberships below the brand of the host where they began (seed %i)',
    async (seed) => {
      const below = numbersFrom(seed)
      const place = await consolePlace(client)
      const process = await place.open({ plugins: [resale()] })
      const run = async (id: string, input: object) =>
        Object(await process.server.host.run(id, input, { operator: 'test' }))
      const accounts = process.server.host.get(Accounts)
      const tree: { id: string; level: number; line: readonly string[]; host: string | null }[] = []
      while (tree.length < MOST_ACCOUNTS) {
        const parents = tree.filter(({ level }) => level < ROLES.length - 1)
        const parent = below(4) === 0 ? undefined : parents[below(Math.max(1, parents.length))]
        const level = (parent?.level ?? -1) + 1
        const name = `Account ${tree.length}`
        const { id } = await accounts.create({ name, role: ROLES[level] ?? 'customer', parentId: parent?.id ?? null })
        const host = level < ROLES.length - 1 && below(2) === 0 ? `b${tree.length}.example` : null
        if (host !== null) await run('brands.set', { account_id: id, host, name })
        tree.push({ id, level, host, line: [id, ...(parent?.line ?? [])] })
      }
      let address = 0
      const browserAt = (host: string) => {
        address += 1
        return process.browser({ host, ip: `198.51.100.${address}` })
      }
      const email = 'asha@acme.example'
      const held = tree.filter(() => below(2) === 0)
      for (const account_id of [...held.map(({ id }) => id), ...(seed === 1 ? [null] : [])]) {
        const role = account_id === null ? 'support' : 'viewer'
        const { link } = await run('people.invite', { email, role, account_id, show_link: true })
        const { body } = await browserAt('console.example').post('/invitation/accept', { token: tokenIn(link) })
        const own = held.filter(({ line }) => account_id !== null && line.includes(account_id)).map(({ id }) => id)
        for (const membership of body.session.memberships)
          expect(account_id === null ? [null] : own).toContain(membership.account_id)
      }
      for (const { id: brand, host } of tree) {
        if (host === null) continue
        place.clock.advance(700_000)
        const { body } = await browserAt(host).signIn(email)
        const reached = body.memberships.map(({ account_id }: { account_id: string | null }) => account_id)
        const expected = held.filter(({ line }) => line.includes(brand)).map(({ id }) => id)
        expect([...reached].sort()).toEqual([...expected].sort())
        expect(body.restricted !== null).toBe(expected.length < held.length + (seed === 1 ? 1 : 0))
      }
      place.clock.advance(700_000)
      const all = (await browserAt('console.example').signIn(email)).body
      expect(all.memberships).toHaveLength(held.length + (seed === 1 ? 1 : 0))
      await place.end()
    },
  )
})
