import { Accounts, AuditLog } from '@parakh/core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, tokenIn } from '../../test/browser.ts'
import {
  acceptMailed,
  type ConsolePlace,
  type ConsoleProcess,
  consolePlace,
  invited,
  proveMailed,
} from '../../test/console-world.ts'

let made = 0
const address = (name: string): string => {
  made += 1
  return `${name}${made}@acme.example`
}

describe.each(['sqlite3', 'pg'] as const)('an account above on %s', (client) => {
  let place: ConsolePlace
  let process: ConsoleProcess
  beforeAll(async () => {
    place = await consolePlace(client)
    process = await place.open()
  })
  afterAll(() => place.end())

  const accounts = () => process.server.host.get(Accounts)
  const member = (accountId: string, role: string, email = address(role)) =>
    invited(process, { email, role, accountId, production: true })
  /** A reseller with a person who owns it, and an account below it that has no owner. */
  const pair = async () => {
    const { id: above } = await accounts().create({ name: 'Resale', role: 'distributor', actor: 'test' })
    const { id: below } = await accounts().create({ name: 'Shop', role: 'customer', parentId: above, actor: 'test' })
    await accounts().approveKyc(below)
    return { above, below, reseller: await member(above, 'owner') }
  }
  const invite = (by: Browser, account_id: string, role: string, email = address('guest')) =>
    by.admin('POST', '/people/invite', { email, role, account_id })
  const link = (by: Browser, account_id: string, role = 'owner') =>
    by.admin('POST', `/accounts/${account_id}/portal-links`, { role, person_ref: 'u-1' })
  const membershipOf = async (by: Browser, account_id: string, role: string): Promise<string> => {
    const { items } = (await by.admin('GET', `/people?account_id=${account_id}`)).body
    return String(items.find((one: { role: string }) => one.role === role)?.membership_id)
  }

  it('sets an account up until it has an owner: people, portal links and keys', async () => {
    const { below, reseller } = await pair()
    expect((await reseller.admin('GET', `/accounts/${below}`)).body).toMatchObject({
      keys_from_above: true,
      people_from_above: true,
      has_owner: false,
    })
    expect((await invite(reseller, below, 'owner')).status).toBe(201)
    expect((await link(reseller, below)).status).toBe(201)
    const key = { account_id: below, environment: 'production' }
    expect((await reseller.admin('POST', '/keys', key)).status).toBe(201)
  })

  it('takes no account over once it has an owner: not by invitations, roles, links, keys, delegations or removals', async () => {
    const { above, below, reseller } = await pair()
    const issued = (await reseller.admin('POST', '/keys', { account_id: below, environment: 'sandbox' })).body
    await reseller.admin('PATCH', `/keys/${issued.key_id}`, { spend_cap_per_day: '10.00', endpoints: null })
    const owner = await member(below, 'owner')
    await member(below, 'viewer')
    const [ownerId, viewerId] = [await membershipOf(owner, below, 'owner'), await membershipOf(owner, below, 'viewer')]
    const key = `/keys/${issued.key_id}`
    const refused: readonly [Promise<{ readonly code: string | undefined }>, string][] = [
      [invite(reseller, below, 'owner'), 'PEOPLE_NOT_DELEGATED'],
      [invite(reseller, below, 'viewer'), 'PEOPLE_NOT_DELEGATED'],
      [link(reseller, below), 'PEOPLE_NOT_DELEGATED'],
      [link(reseller, below, 'viewer'), 'PEOPLE_NOT_DELEGATED'],
      [reseller.admin('PATCH', `/people/${viewerId}`, { role: 'owner' }), 'PEOPLE_NOT_DELEGATED'],
      [reseller.admin('DELETE', `/people/${viewerId}`), 'PEOPLE_NOT_DELEGATED'],
      [reseller.admin('PATCH', `/people/${ownerId}`, { role: 'viewer' }), 'OWNER_PROTECTED'],
      [reseller.admin('DELETE', `/people/${ownerId}`), 'OWNER_PROTECTED'],
      [reseller.admin('POST', `/accounts/${below}/delegate-people`, { allowed: true }), 'PEOPLE_NOT_DELEGATED'],
      [reseller.admin('POST', `/accounts/${below}/delegate-keys`, { allowed: true }), 'KEYS_NOT_DELEGATED'],
      [reseller.admin('POST', '/keys', { account_id: below, environment: 'sandbox' }), 'KEYS_NOT_DELEGATED'],
      [reseller.admin('POST', `${key}/rotate`, {}), 'KEYS_NOT_DELEGATED'],
      [reseller.admin('POST', `${key}/promote`, {}), 'KEYS_NOT_DELEGATED'],
      [reseller.admin('POST', `${key}/token`, {}), 'KEYS_NOT_DELEGATED'],
      [reseller.admin('PATCH', key, { spend_cap_per_day: '10.01' }), 'KEYS_NOT_DELEGATED'],
      [reseller.admin('PATCH', key, { spend_cap_per_day: null }), 'KEYS_NOT_DELEGATED'],
    ]
    for (const [answer, code] of refused) expect((await answer).code).toBe(code)
    expect((await reseller.admin('PATCH', key, { spend_cap_per_day: '9.00', ip_ranges: ['10.0.0.0/8'] })).status).toBe(
      200,
    )
    const token = { accountId: above, actor: 'admin:resale', scopes: ['*'] }
    const run = (id: string, input: object) => process.server.host.run(id, { account_id: below, ...input }, token)
    await expect(run('people.invite', { email: address('own'), role: 'owner' })).rejects.toMatchObject({
      code: 'PEOPLE_NOT_DELEGATED',
    })
    await expect(run('portal-links.create', { role: 'owner', person_ref: 'u-2' })).rejects.toMatchObject({
      code: 'PEOPLE_NOT_DELEGATED',
    })
    await expect(run('keys.create', { environment: 'sandbox' })).rejects.toMatchObject({ code: 'KEYS_NOT_DELEGATED' })
    expect(await membershipOf(owner, below, 'owner')).toBe(ownerId)
    const { items } = (await owner.admin('GET', `/keys?account_id=${below}`)).body
    expect(items).toMatchObject([{ key_id: issued.key_id, issued_by: above, spend_cap_per_day: '9.00' }])
  })

  it('gains nothing from invitations that were open when the owner joined', async () => {
    const { below, reseller } = await pair()
    const mailboxes = [address('mailbox'), address('mailbox')]
    for (const email of mailboxes) await invite(reseller, below, 'owner', email)
    const owner = await member(below, 'owner')
    for (const email of mailboxes) expect((await acceptMailed(process, email)).reply.code).toBe('INVITATION_NOT_FOUND')
    await owner.admin('POST', `/accounts/${below}/delegate-people`, { allowed: true })
    expect((await acceptMailed(process, mailboxes[0] ?? '')).reply.status).toBe(200)
  })

  it('gets one owner at most in, of two invitations that are accepted at once', async () => {
    const other = client === 'pg' ? await place.open() : process
    const { below, reseller } = await pair()
    const emails = [1, 2, 3, 4].map(() => address('mailbox'))
    for (const email of emails) await invite(reseller, below, 'owner', email)
    const proven: Awaited<ReturnType<typeof proveMailed>>[] = []
    for (const [n, email] of emails.entries())
      proven.push(await proveMailed(process, email, n % 2 === 0 ? process : other))
    const replies = await Promise.all(proven.map(({ browser, proof }) => browser.post('/invitation/accept', proof)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('loses its portal sessions and links when the owner joins; those of the account and of operators stay', async () => {
    const { below, reseller } = await pair()
    const enter = async (url: string) => {
      const browser = process.browser()
      const { status, code } = await browser.post('/enter', { token: tokenIn(url) })
      return { browser, status, code }
    }
    const { browser: session, status } = await enter((await link(reseller, below)).body.url)
    expect([status, (await session.admin('GET', '/keys')).status]).toEqual([200, 200])
    const refused = ['delegate-people', 'delegate-keys'].map((path) =>
      session.admin('POST', `/accounts/${below}/${path}`, { allowed: true }),
    )
    for (const answer of refused) expect((await answer).code).toBe('STEP_UP_REQUIRED')
    const unused = (await link(reseller, below)).body.url
    const owner = await member(below, 'owner')
    expect((await session.admin('GET', '/keys')).code).toBe('SESSION_ENDED')
    expect((await enter(unused)).code).toBe('PORTAL_LINK_ENDED')
    const input = { account_id: below, role: 'viewer', person_ref: 'u-3' }
    const byOperator = Object(await process.server.host.run('portal-links.create', input, { operator: 'embedder' }))
    for (const url of [byOperator.url, (await link(owner, below)).body.url]) {
      const { browser } = await enter(url)
      expect((await browser.admin('GET', '/keys')).status).toBe(200)
    }
  })

  it('manages people and keys where an owner has delegated each of them, and removes no owner even then', async () => {
    const { below, reseller } = await pair()
    const owner = await member(below, 'owner')
    const admin = await member(below, 'admin')
    const delegate = (by: Browser, right: string, allowed: boolean) =>
      by.admin('POST', `/accounts/${below}/delegate-${right}`, { allowed })
    expect((await delegate(admin, 'people', true)).code).toBe('FORBIDDEN')
    expect((await delegate(owner, 'keys', true)).body).toMatchObject({
      keys_from_above: true,
      people_from_above: false,
    })
    expect((await reseller.admin('POST', '/keys', { account_id: below, environment: 'sandbox' })).status).toBe(201)
    expect((await invite(reseller, below, 'viewer')).code).toBe('PEOPLE_NOT_DELEGATED')
    expect((await delegate(owner, 'people', true)).body).toMatchObject({ people_from_above: true })
    expect((await invite(reseller, below, 'viewer')).status).toBe(201)
    const adminId = await membershipOf(owner, below, 'admin')
    expect((await reseller.admin('PATCH', `/people/${adminId}`, { role: 'viewer' })).status).toBe(200)
    const ownerId = await membershipOf(owner, below, 'owner')
    await member(below, 'owner')
    expect((await reseller.admin('DELETE', `/people/${ownerId}`)).code).toBe('OWNER_PROTECTED')
    expect((await reseller.admin('PATCH', `/people/${ownerId}`, { role: 'admin' })).code).toBe('OWNER_PROTECTED')
    const actions = await process.server.host.get(AuditLog).list({ accountIds: [below], cursor: null, limit: 100 })
    expect(actions.items.map(({ action }) => action)).toContain('account.delegate-people')
    place.clock.advance(600_000)
    expect((await delegate(owner, 'people', true)).code).toBe('STEP_UP_REQUIRED')
  })

  it('cannot use invitations, links or delegations of an account that was moved to another parent', async () => {
    const { below, reseller } = await pair()
    const mailbox = address('mailbox')
    await invite(reseller, below, 'owner', mailbox)
    const session = process.browser()
    await session.post('/enter', { token: tokenIn((await link(reseller, below)).body.url) })
    const { id: elsewhere } = await accounts().create({ name: 'Other', role: 'distributor', actor: 'test' })
    await accounts().move(below, elsewhere)
    expect((await acceptMailed(process, mailbox)).reply.code).toBe('INVITATION_NOT_FOUND')
    expect((await session.admin('GET', '/keys')).code).toBe('SESSION_ENDED')
    const owner = await member(below, 'owner')
    for (const right of ['keys', 'people'])
      await owner.admin('POST', `/accounts/${below}/delegate-${right}`, { allowed: true })
    await accounts().move(below, null)
    await accounts().move(below, elsewhere)
    const other = await member(elsewhere, 'owner')
    expect((await invite(other, below, 'owner')).code).toBe('PEOPLE_NOT_DELEGATED')
    expect((await other.admin('POST', '/keys', { account_id: below, environment: 'sandbox' })).code).toBe(
      'KEYS_NOT_DELEGATED',
    )
  })

  it('cannot come back by an invitation of a person who was removed', async () => {
    const { below } = await pair()
    const owner = await member(below, 'owner')
    const second = await member(below, 'owner')
    const mailbox = address('mailbox')
    await invite(second, below, 'owner', mailbox)
    const { items } = (await owner.admin('GET', `/people?account_id=${below}`)).body
    expect((await owner.admin('DELETE', `/people/${items[1].membership_id}`)).status).toBe(200)
    expect((await acceptMailed(process, mailbox)).reply.code).toBe('INVITATION_NOT_FOUND')
  })
})

describe('an owner who is removed', () => {
  let place: ConsolePlace
  beforeEach(async () => {
    place = await consolePlace('sqlite3')
  })
  afterEach(() => place.end())
  const owners = async (process: ConsoleProcess, emails: readonly [string, string]) => {
    const { id } = await process.server.host.get(Accounts).create({ name: 'Shop', role: 'customer', actor: 'test' })
    const browsers: Browser[] = []
    for (const email of emails) browsers.push(await invited(process, { email, role: 'owner', accountId: id }))
    const [first, second] = browsers
    if (!first || !second) throw new Error('there are two owners')
    const { items } = (await first.admin('GET', `/people?account_id=${id}`)).body
    return { id, first, second, ids: items.map((one: { membership_id: string }) => one.membership_id) as string[] }
  }

  it('gets an email with who did it and when, and so does one who is demoted', async () => {
    const process = await place.open()
    const [by, former] = [address('owner'), address('owner')]
    const { first, ids } = await owners(process, [by, former])
    expect((await first.admin('PATCH', `/people/${ids[1]}`, { role: 'admin' })).status).toBe(200)
    const demoted = await first.lastMail(former)
    expect(demoted.subject).toMatch(/^You are no longer an owner at \S+/)
    expect(demoted.text).toContain('You are no longer an owner of Shop')
    expect(demoted.text).toContain(`${by} changed your role on 23 Nov 2026, 17:30 IST.`)
    expect((await first.admin('PATCH', `/people/${ids[1]}`, { role: 'owner' })).status).toBe(200)
    await process.server.host.run('people.remove', { membership_id: ids[1] ?? '' }, { operator: 'asha' })
    for (let turn = 0; turn < 10_000 && process.mails.at(-1)?.text.includes('An operator of') !== true; turn += 1)
      await new Promise(setImmediate)
    expect(process.mails.at(-1)?.text).toMatch(/An operator of \S+ changed your role on 23 Nov 2026/)
  })

  it('is removed all the same if the email cannot be sent, and the failure is logged', async () => {
    const failing = await place.open({ mail: false, signUp: 'invite' })
    const { first, ids } = await owners(failing, [address('owner'), address('owner')])
    expect((await first.admin('DELETE', `/people/${ids[1]}`)).status).toBe(200)
    const { items } = (await first.admin('GET', '/people')).body
    expect(items).toHaveLength(1)
    for (let turn = 0; turn < 10_000 && failing.logger.of('console.mail_not_sent').length === 0; turn += 1)
      await new Promise(setImmediate)
    expect(failing.logger.of('console.mail_not_sent')).toMatchObject([
      { level: 'warn', facts: { error: 'MAIL_REQUIRED' } },
    ])
  })
})
