import { type Account, namesAccount, type Role } from '@parakh/core'
import funding from '@parakh/funding'
import invoicing from '@parakh/invoicing'
import { platformOperations } from '@parakh/operations'
import webhooks from '@parakh/webhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { FIXED_PARTS, SUBJECTS, WITHIN_ACCOUNT } from '../../test/admin-subjects.ts'
import { orders } from '../../test/order-plugin.ts'
import { type AdminRoute, pathNames } from './admin-route.ts'
import { operationRoutes } from './operation-route.ts'

const ADMIN_ROUTES = operationRoutes([
  ...platformOperations,
  ...funding.definition.operations,
  ...webhooks.definition.operations,
])

const LINE = ['master_distributor', 'distributor', 'retailer', 'developer', 'customer'] as const
type Place = (typeof LINE)[number]
/** The parents in each branch. */
const ABOVE: Readonly<Record<Place, Place | null>> = {
  master_distributor: null,
  distributor: 'master_distributor',
  retailer: 'distributor',
  developer: 'retailer',
  customer: 'retailer',
}
const BRANCHES = [0, 1, 2] as const
const UNKNOWN = '00000000000000000000000000'

interface Member {
  readonly account: Account
  readonly secret: string
  /** Ids of its own objects, by parameter name. */
  readonly own: Readonly<Record<string, string>>
}
type Branch = Readonly<Record<Place, Member>>

const bodyFields = ({ body }: AdminRoute): readonly string[] => Object.keys(body?.shape ?? {})
const queryFields = ({ query }: AdminRoute): readonly string[] => Object.keys(query.shape)
/** The parameters of a route that name an account or an object of one. */
const subjectsOf = (route: AdminRoute) => [
  ...pathNames(route.path)
    .filter((name) => !Object.hasOwn(FIXED_PARTS, name))
    .map((name) => ({ at: 'path' as const, name })),
  ...queryFields(route)
    .filter(namesAccount)
    .map((name) => ({ at: 'query' as const, name })),
  ...bodyFields(route)
    .filter(namesAccount)
    .map((name) => ({ at: 'body' as const, name })),
]
const isForOperators = ({ scope, ownedBy }: AdminRoute): boolean => scope.for === 'operators' || ownedBy === 'operators'
/** Ids outside the path that are looked up within the account of the path. */
const within = ({ id }: AdminRoute): readonly string[] => WITHIN_ACCOUNT[id] ?? []
const ID_BEARING = ADMIN_ROUTES.filter((route) => subjectsOf(route).length > 0)

describe('the route table of the admin API', () => {
  it('has each id and each path once', () => {
    const ids = ADMIN_ROUTES.map(({ id }) => id)
    const paths = ADMIN_ROUTES.map(({ method, path }) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it.each(ADMIN_ROUTES.map((route) => [route.id, route] as const))('has a case of isolation for %s', (id, route) => {
    for (const { at, name } of subjectsOf(route)) {
      if (at !== 'path' || namesAccount(name) || route.ownedBy !== 'function') continue
      expect(Object.keys(SUBJECTS), `${id} names a {${name}}: test/admin-subjects.ts says how one is made`).toContain(
        name,
      )
    }
    const other = [...queryFields(route), ...bodyFields(route)].filter(
      (name) => /_ids?$/.test(name) && !namesAccount(name) && !WITHIN_ACCOUNT[id]?.includes(name),
    )
    expect(other, `${id} takes ids outside its path: put them into the path, or into WITHIN_ACCOUNT`).toEqual([])
  })
})

describe('isolation of branches', () => {
  let test: AdminForTest
  let branches: readonly Branch[]
  beforeAll(async () => {
    test = await adminForTest({ plugins: [orders(), funding(), invoicing(), webhooks()] })
    branches = await Promise.all(BRANCHES.map(growBranch))
  }, 60_000)
  afterAll(() => test.close())

  async function growBranch(): Promise<Branch> {
    const members: Partial<Record<Place, Member>> = {}
    for (const role of LINE) {
      const above = ABOVE[role]
      const account = await test.account(
        role satisfies Role,
        above === null ? null : (members[above]?.account.id ?? null),
      )
      const own: Record<string, string> = {}
      for (const [name, make] of Object.entries(SUBJECTS)) own[name] = await make(test.host, account.id)
      members[role] = { account, own, secret: (await test.credential(account.id)).secret }
    }
    return members as Branch
  }
  const inside = (role: Place, other: Place | null): boolean =>
    other !== null && (other === role || inside(role, ABOVE[other]))
  /** Accounts that a viewer must not see: of its own role and the lowest one in other branches, those above it, its siblings. */
  const hiddenFrom = (branch: number, role: Place): readonly Member[] => {
    const [own, next, third] = [0, 1, 2].map((step) => branches[(branch + step) % BRANCHES.length])
    if (!own || !next || !third) throw new Error('there are three branches')
    return [next[role], third.customer, ...LINE.filter((other) => !inside(role, other)).map((other) => own[other])]
  }
  const ask = async (route: AdminRoute, secret: string, ids: Readonly<Record<string, string>>) => {
    const given = subjectsOf(route).map(({ at, name }) => ({ at, name, value: ids[name] ?? ids['account_id'] ?? '' }))
    const path = pathNames(route.path).reduce(
      (made, name) => made.replace(`{${name}}`, FIXED_PARTS[name] ?? ids[name] ?? ids['account_id'] ?? ''),
      route.path,
    )
    const fields = (where: 'query' | 'body') => {
      const shape = route[where]?.shape ?? {}
      const beside = [...Object.entries(FIXED_PARTS), ...within(route).map((name) => [name, ids[name] ?? ''] as const)]
      const named = given.flatMap(({ at, name, value }) => (at === where ? [[name, value] as const] : []))
      return Object.fromEntries([...beside.filter(([name]) => Object.hasOwn(shape, name)), ...named])
    }
    const url = `${path}?${new URLSearchParams(fields('query'))}`
    const body = route.body === null ? {} : { body: fields('body') }
    return await test.ask({ method: route.method, url, as: secret, ...body })
  }
  const viewers = BRANCHES.flatMap((branch) => LINE.map((role) => [branch, role] as const))

  it.each(viewers)(
    'a foreign id and an unknown one are answered alike, in branch %i to a %s',
    async (branch, role) => {
      const viewer = branches[branch]?.[role]
      if (!viewer) throw new Error('there is a member of each role')
      const unknown = Object.fromEntries(Object.keys(viewer.own).map((name) => [name, UNKNOWN]))
      for (const route of ID_BEARING) {
        const missing = await ask(route, viewer.secret, unknown)
        expect([403, 404], route.id).toContain(missing.status)
        expect(missing.status === 403, route.id).toBe(isForOperators(route))
        for (const hidden of hiddenFrom(branch, role)) {
          const foreign = await ask(route, viewer.secret, hidden.own)
          expect([foreign.status, foreign.text], `${route.id} of a ${hidden.account.role}`).toEqual([
            missing.status,
            missing.text,
          ])
        }
      }
    },
    60_000,
  )

  it.each(viewers)(
    'an account of its own opens nothing of another, in branch %i to a %s',
    async (branch, role) => {
      const viewer = branches[branch]?.[role]
      if (!viewer) throw new Error('there is a member of each role')
      const { account_id = '' } = viewer.own
      const unknown = Object.fromEntries(Object.keys(viewer.own).map((name) => [name, UNKNOWN]))
      const mixed = ID_BEARING.filter(
        (route) => route.path.includes('{account_id}') && (within(route).length > 0 || subjectsOf(route).length > 1),
      )
      expect(mixed.map(({ id }) => id)).toContain('usage.list')
      for (const route of mixed) {
        const missing = await ask(route, viewer.secret, { ...unknown, account_id })
        for (const hidden of hiddenFrom(branch, role)) {
          const foreign = await ask(route, viewer.secret, { ...hidden.own, account_id })
          expect([foreign.status, foreign.text], route.id).toEqual([missing.status, missing.text])
        }
      }
    },
    60_000,
  )

  it.each(viewers)(
    'its own account and those below are visible, in branch %i to a %s',
    async (branch, role) => {
      const viewer = branches[branch]?.[role]
      if (!viewer) throw new Error('there is a member of each role')
      for (const route of ID_BEARING.filter(({ method }) => method === 'GET'))
        for (const other of LINE.filter((below) => inside(role, below))) {
          const reply = await ask(route, viewer.secret, branches[branch]?.[other].own ?? {})
          expect(reply.status, `${route.id} of a ${other}: ${reply.text}`).not.toBe(404)
          expect(reply.status, `${route.id} of a ${other}: ${reply.text}`).toBeLessThan(500)
          if (!isForOperators(route)) expect(reply.status, `${route.id} of a ${other}: ${reply.text}`).not.toBe(403)
        }
    },
    60_000,
  )

  it.each(viewers)('no list shows another branch, in branch %i to a %s', async (branch, role) => {
    const viewer = branches[branch]?.[role]
    if (!viewer) throw new Error('there is a member of each role')
    const hidden = hiddenFrom(branch, role).flatMap(({ own }) => Object.values(own))
    for (const route of ADMIN_ROUTES.filter(({ method, path }) => method === 'GET' && pathNames(path).length === 0)) {
      const reply = await test.ask({ url: route.path, as: viewer.secret })
      for (const id of hidden) expect(reply.text.includes(id), `${route.id} tells of ${id}`).toBe(false)
    }
  })

  it('is not in the way of an operator', async () => {
    for (const route of ID_BEARING.filter(({ method }) => method === 'GET'))
      for (const branch of branches) {
        const reply = await ask(route, test.operator, branch.retailer.own)
        expect([401, 403, 404], `${route.id}: ${reply.text}`).not.toContain(reply.status)
        expect(reply.status, `${route.id}: ${reply.text}`).toBeLessThan(500)
      }
  })
})
