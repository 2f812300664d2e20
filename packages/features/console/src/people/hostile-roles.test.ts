import { Accounts, AdminTokens, Keys } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, tokenIn } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited, proveMailed } from '../../test/console-world.ts'

/** What an account has decided, and whether it has an owner. */
interface State {
  readonly name: string
  readonly owned: boolean
  readonly people: boolean | null
  readonly keys: boolean | null
  /** It was moved away and back after it decided: its leave has ended. */
  readonly isMoved: boolean
}
const state = (name: string, owned: boolean, decided: Partial<State> = {}): State => {
  const { people = null, keys = null, isMoved = false } = decided
  return { name, owned, people, keys, isMoved }
}
const STATES: readonly State[] = [
  state('without an owner', false),
  state('without an owner, closed by an operator', false, { people: false, keys: false }),
  state('with an owner', true),
  state('with an owner who delegated people', true, { people: true }),
  state('with an owner who delegated keys', true, { keys: true }),
  state('with an owner, moved after it delegated both', true, { people: true, keys: true, isMoved: true }),
]

type Rank = 'owner' | 'admin' | 'developer' | 'viewer'
/** Who acts: where it is in the tree, its role, and how it comes. */
interface Actor {
  readonly at: 'above' | 'top' | 'own' | 'below' | 'beside'
  readonly rank: Rank
  readonly by: 'person' | 'token' | 'portal'
}
const actor = (at: Actor['at'], rank: Rank, by: Actor['by'] = 'person'): Actor => ({ at, rank, by })
const OUTSIDE: readonly Actor[] = [
  ...[actor('above', 'owner'), actor('above', 'admin'), actor('above', 'developer'), actor('above', 'owner', 'token')],
  ...[actor('above', 'owner', 'portal'), actor('top', 'owner'), actor('beside', 'owner')],
  actor('beside', 'owner', 'token'),
]
const INSIDE: readonly Actor[] = [
  ...[actor('own', 'admin'), actor('own', 'viewer'), actor('own', 'owner', 'portal'), actor('below', 'owner')],
]

const PEOPLE = ['invite-viewer', 'invite-owner', 'link-viewer', 'link-owner', 'revoke-viewer', 'revoke-owner'] as const
const TAKES = ['raise-viewer', 'remove-viewer', 'demote-owner', 'remove-owner'] as const
const SANDBOX_KEYS = ['key-sandbox', 'widen-sandbox', 'rotate-sandbox', 'token-sandbox'] as const
const PRODUCTION_KEYS = ['promote-sandbox', 'key-production', 'widen-production', 'rotate-production'] as const
const DELEGATIONS = ['delegate-people', 'delegate-keys'] as const
const ACTS = [...PEOPLE, ...TAKES, ...SANDBOX_KEYS, ...PRODUCTION_KEYS, ...DELEGATIONS] as const
type Act = (typeof ACTS)[number]
const isOf = (list: readonly string[], act: Act): boolean => list.includes(act)

/** The rules as the documents state them, apart from the policy. */
function isAllowed({ at, rank, by }: Actor, act: Act, { owned, people, keys, isMoved }: State): boolean {
  if (at === 'below' || at === 'beside') return false
  const isOutside = at !== 'own'
  const leave = (decided: boolean | null): boolean => (isMoved && decided === true ? null : decided) ?? !owned
  const isProven = by !== 'portal'
  if (isOf(SANDBOX_KEYS, act)) return rank !== 'viewer' && (!isOutside || leave(keys))
  if (isOf(PRODUCTION_KEYS, act))
    return isProven && (rank === 'owner' || rank === 'admin') && (!isOutside || leave(keys))
  if (isOf(DELEGATIONS, act)) return isProven && !isOutside && rank === 'owner'
  if (rank !== 'owner' && rank !== 'admin') return false
  if (act === 'demote-owner' || act === 'remove-owner') return isProven && !isOutside && rank === 'owner'
  const needsOwner = act.endsWith('-owner') || act === 'raise-viewer'
  return isProven && (!isOutside || leave(people)) && (rank === 'owner' || !needsOwner)
}

/** Who makes an invitation or a portal link, and what happens before it is used. */
const MAKERS = ['top', 'above', 'own', 'operator'] as const
const CHANGES = ['nothing', 'owner', 'leave', 'ban', 'move'] as const

/** The roles of the accounts, from the top down. */
const LINE = ['super_admin', 'master_distributor', 'distributor', 'retailer'] as const
let made = 0
const address = (name: string): string => {
  made += 1
  return `${name}${made}@n${made}.example`
}

describe('an account of a branch', () => {
  let place: ConsolePlace
  let process: ConsoleProcess
  let above: { top: string; reseller: string; beside: string }
  const outside = new Map<Actor, Caller>()
  beforeAll(async () => {
    place = await consolePlace('sqlite3')
    process = await place.open()
    const top = await open('Top', 'super_admin', null)
    const reseller = await open('Resale', 'master_distributor', top)
    above = { top, reseller, beside: await open('Beside', 'master_distributor', top) }
    const ids = { above: reseller, top, beside: above.beside, own: '', below: '' }
    for (const one of OUTSIDE) outside.set(one, await callerOf(one, ids[one.at]))
  })
  afterAll(() => place.end())

  type Caller = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => ReturnType<Browser['admin']>
  const accounts = () => process.server.host.get(Accounts)
  const run = async (id: string, input: object) =>
    Object(await process.server.host.run(id, input, { operator: 'test' }))
  async function open(name: string, role: (typeof LINE)[number], parentId: string | null) {
    const { id } = await accounts().create({ name, role, parentId })
    await accounts().approveKyc(id)
    return id
  }
  async function member(accountId: string, role: string) {
    const email = address(role)
    await invited(process, { email, role, accountId })
    const { items } = await run('people.list', { email })
    return String(items[0].membership_id)
  }
  async function callerOf({ rank, by }: Actor, accountId: string | null): Promise<Caller> {
    if (by === 'person') {
      const browser = await invited(process, { email: address(rank), role: rank, accountId })
      return (method, path, body) => browser.admin(method, path, body)
    }
    const browser = process.browser({ ip: address('net') })
    if (by === 'portal') {
      const { url } = await run('portal-links.create', { account_id: accountId, role: rank, person_ref: address('u') })
      expect((await browser.post('/enter', { token: tokenIn(url) })).status).toBe(200)
      return (method, path, body) => browser.admin(method, path, body)
    }
    made += 1
    const token = { name: `t-${made}`, accountId, scopes: ['*'], expiresAt: null, actor: 'test' }
    const { secret } = await process.server.host.get(AdminTokens).create(token)
    const headers = { authorization: `Bearer ${secret}` }
    return (method, path, body) => browser.send(method, `/admin/v1${path}`, { body, headers })
  }
  /** A new account in a state, with an account below it. */
  async function target({ owned, people, keys, isMoved }: State) {
    const id = await open('Shop', 'distributor', above.reseller)
    if (owned) await member(id, 'owner')
    if (people !== null) await accounts().delegatePeople(id, people)
    if (keys !== null) await accounts().delegateKeys(id, keys)
    if (isMoved) await accounts().move(id, above.beside)
    if (isMoved) await accounts().move(id, above.reseller)
    return { id, below: await open('Till', 'retailer', id) }
  }
  const keyOf = async (accountId: string, environment: 'sandbox' | 'production') =>
    (await process.server.host.get(Keys).create({ accountId, environment, endpoints: [] })).key.id
  const invitationTo = async (account_id: string, role: string) =>
    (await run('people.invite', { email: address('open'), role, account_id })).invitation_id
  async function attempt(call: Caller, act: Act, account_id: string) {
    const [verb, of = ''] = act.split('-')
    const environment = of === 'production' ? 'production' : 'sandbox'
    switch (verb) {
      case 'invite':
        return await call('POST', '/people/invite', { email: address('guest'), role: of, account_id })
      case 'link':
        return await call('POST', `/accounts/${account_id}/portal-links`, { role: of, person_ref: address('u') })
      case 'revoke':
        return await call('DELETE', `/invitations/${await invitationTo(account_id, of)}`)
      case 'raise':
        return await call('PATCH', `/people/${await member(account_id, of)}`, { role: 'owner' })
      case 'demote':
        return await call('PATCH', `/people/${await member(account_id, of)}`, { role: 'viewer' })
      case 'remove':
        return await call('DELETE', `/people/${await member(account_id, of)}`)
      case 'key':
        return await call('POST', '/keys', { account_id, environment })
      case 'widen':
        return await call('PATCH', `/keys/${await keyOf(account_id, environment)}`, { endpoints: null })
      case 'delegate':
        return await call('POST', `/accounts/${account_id}/delegate-${of}`, { allowed: true })
      default:
        return await call('POST', `/keys/${await keyOf(account_id, environment)}/${verb}`, {})
    }
  }

  it.each(STATES)(
    'refuses what the rules forbid and allows the rest $name, in each act of each role, token and portal session',
    async (of) => {
      for (const one of [...OUTSIDE, ...INSIDE, ...(of.owned ? [actor('own', 'owner')] : [])]) {
        const { id, below } = await target(of)
        const call = outside.get(one) ?? (await callerOf(one, one.at === 'own' ? id : below))
        for (const act of ACTS) {
          // Acts on owners add one, which would change the state.
          if (!of.owned && (act === 'demote-owner' || act === 'remove-owner' || act === 'raise-viewer')) continue
          const { status, code } = await attempt(call, act, id)
          const what = `${one.rank} ${one.at} by ${one.by}: ${act} ${code ?? ''}`
          expect([what, status < 300]).toEqual([what, isAllowed(one, act, of)])
          expect([what, status < 500]).toEqual([what, true])
          if (one.at === 'below' || one.at === 'beside') expect([what, status]).toEqual([what, 404])
        }
      }
    },
  )

  it.each(MAKERS)(
    'takes no invitation, portal link or portal session made by %s that its present state does not allow',
    async (maker) => {
      for (const change of CHANGES)
        for (const role of ['viewer', 'owner'] as const)
          for (const use of ['invitation', 'link', 'session'] as const) {
            const id = await open('Shop', 'distributor', above.reseller)
            const entry = await makeEntry(await makerOf(maker, id), { account_id: id, role, use })
            await changes[change](id)
            const isOutside = maker === 'top' || maker === 'above'
            const isKept = change === 'nothing' || change === 'leave' || (change === 'move' && maker === 'top')
            const what = `${use} of ${role} after ${change}`
            expect([what, await entry()]).toEqual([what, !isOutside || isKept])
          }
    },
  )
  const changes: Readonly<Record<(typeof CHANGES)[number], (id: string) => Promise<unknown>>> = {
    nothing: async () => undefined,
    owner: (id) => member(id, 'owner'),
    leave: async (id) => {
      await member(id, 'owner')
      await accounts().delegatePeople(id, true)
    },
    ban: (id) => accounts().delegatePeople(id, false),
    move: (id) => accounts().move(id, above.beside),
  }
  async function makerOf(maker: (typeof MAKERS)[number], accountId: string): Promise<Caller> {
    const known = [...outside].find(([{ at, rank, by }]) => at === maker && rank === 'owner' && by === 'person')?.[1]
    if (known) return known
    return await callerOf(actor('own', 'owner', 'token'), maker === 'own' ? accountId : null)
  }
  /** Makes an invitation or a portal link. @returns A use of it, which returns whether it succeeded. */
  async function makeEntry(
    call: Caller,
    asked: { account_id: string; role: string; use: 'invitation' | 'link' | 'session' },
  ) {
    const { account_id, role, use } = asked
    const email = address('mailbox')
    if (use === 'invitation') {
      expect((await call('POST', '/people/invite', { email, role, account_id })).status).toBe(201)
      return async () => {
        const { browser, refusal, proof } = await proveMailed(process, email)
        return refusal === null && (await browser.post('/invitation/accept', proof)).status === 200
      }
    }
    const { body } = await call('POST', `/accounts/${account_id}/portal-links`, { role, person_ref: email })
    const browser = process.browser({ ip: email })
    const enter = async () => (await browser.post('/enter', { token: tokenIn(body.url) })).status === 200
    if (use === 'session') expect(await enter()).toBe(true)
    return async () => (use === 'session' || (await enter())) && (await browser.admin('GET', '/keys')).status === 200
  }
})
