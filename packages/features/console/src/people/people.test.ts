import { Accounts, AuditLog } from '@parakh/core'
import resale from '@parakh/resale'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeIn, tokenIn } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'

let made = 0
const somebody = (): string => {
  made += 1
  return `p${made}@acme.example`
}

describe.each(['sqlite3', 'pg'] as const)('people of an account on %s', (client) => {
  let place: ConsolePlace
  let process: ConsoleProcess
  beforeAll(async () => {
    place = await consolePlace(client)
    process = await place.open()
  })
  afterAll(() => place.end())
  const ownerOf = async (name = 'Acme') => {
    made += 1
    const browser = process.browser({ ip: `198.51.100.${made}` })
    const email = somebody()
    const { account_id } = (await browser.signUp(email, name)).body
    return { browser, email, account_id: String(account_id) }
  }
  const member = (account_id: string, role: string) =>
    invited(process, { email: somebody(), role, accountId: account_id })
  const membershipOf = async (owner: Awaited<ReturnType<typeof ownerOf>>, role: string) => {
    const { items } = (await owner.browser.admin('GET', `/people?account_id=${owner.account_id}`)).body
    const found = items.find((one: { role: string }) => one.role === role)
    return String(found?.membership_id)
  }

  it('are invited by mail, and join once, with the emailed code', async () => {
    const owner = await ownerOf('Acme Lending')
    const email = somebody()
    const asked = { email: email.toUpperCase(), role: 'developer', account_id: owner.account_id }
    const { status, body } = await owner.browser.admin('POST', '/people/invite', asked)
    expect([status, body]).toMatchObject([201, { email, role: 'developer', link: null }])
    const mail = await owner.browser.lastMail(email)
    expect([mail.subject, mail.text]).toEqual(['Your invitation to Parakh', expect.stringContaining('Acme Lending')])
    const token = tokenIn(mail.text)
    const guest = process.browser()
    const shown = await guest.post('/invitation', { token })
    expect(shown.body).toMatchObject({ email, account_name: 'Acme Lending', role: 'developer' })
    const accepted = await guest.accept(email, token, 'Ravi')
    expect([accepted.body.accepted, accepted.body.session.person.name]).toEqual([true, 'Ravi'])
    expect(accepted.body.session.memberships).toMatchObject([{ account_id: owner.account_id, role: 'developer' }])
    expect((await guest.post('/invitation/accept', { token })).code).toBe('INVITATION_NOT_FOUND')
    expect((await owner.browser.admin('POST', '/people/invite', asked)).code).toBe('ALREADY_MEMBER')
  })

  it('get no link over the admin API, so that nobody accepts in the place of an address', async () => {
    const owner = await ownerOf()
    const asked = { email: somebody(), role: 'viewer', account_id: owner.account_id, show_link: true }
    expect((await owner.browser.admin('POST', '/people/invite', asked)).status).toBe(403)
    const as = { accountId: owner.account_id, actor: 'admin:token' }
    await expect(process.server.host.run('people.invite', asked, as)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('are not invited any more once it was revoked, or after seven days', async () => {
    const owner = await ownerOf()
    const [first, second] = [somebody(), somebody()]
    for (const email of [first, second])
      await owner.browser.admin('POST', '/people/invite', { email, role: 'viewer', account_id: owner.account_id })
    const { items } = (await owner.browser.admin('GET', '/invitations')).body
    expect(items).toHaveLength(2)
    expect((await owner.browser.admin('DELETE', `/invitations/${items[0].invitation_id}`)).status).toBe(200)
    const isRefused = async (email: string) => {
      const token = tokenIn((await owner.browser.lastMail(email)).text)
      for (const path of ['/invitation', '/invitation/code', '/invitation/accept'])
        expect((await process.browser().post(path, { token })).code).toBe('INVITATION_NOT_FOUND')
    }
    await isRefused(items[0].email)
    place.clock.advance(7 * 86_400_000)
    await isRefused(items[1].email)
  })

  it('of invitations accepted at once, by two processes, one is, and gives one role', async () => {
    // One process alone serves a SQLite file.
    const other = client === 'pg' ? await place.open() : process
    const owner = await ownerOf()
    const email = somebody()
    await owner.browser.admin('POST', '/people/invite', { email, role: 'viewer', account_id: owner.account_id })
    const token = tokenIn((await owner.browser.lastMail(email)).text)
    const browsers = [1, 2].flatMap(() => [process.browser(), other.browser()])
    const proofs: object[] = []
    for (const browser of browsers) {
      const { acceptance } = (await browser.post('/invitation/code', { token })).body
      proofs.push({ token, acceptance, code: codeIn(await browser.lastMail(email)) })
    }
    const replies = await Promise.all(browsers.map((browser, n) => browser.post('/invitation/accept', proofs[n])))
    expect(replies.filter(({ body }) => body.accepted === true)).toHaveLength(1)
    // The others find the invitation taken, or sign the new person in.
    for (const { status, code, body } of replies)
      expect(body.accepted === true || status === 200 || code === 'INVITATION_NOT_FOUND').toBe(true)
    const { items } = (await owner.browser.admin('GET', `/people?account_id=${owner.account_id}`)).body
    expect(items.filter((one: { email: string }) => one.email === email)).toHaveLength(1)
  })

  it('give nobody more than they have: an admin makes no owner, and takes none away', async () => {
    const owner = await ownerOf()
    const admin = await member(owner.account_id, 'admin')
    const invite = (role: string) =>
      admin.admin('POST', '/people/invite', { email: somebody(), role, account_id: owner.account_id })
    expect((await invite('admin')).status).toBe(201)
    expect((await invite('owner')).code).toBe('ROLE_TOO_HIGH')
    const [ownerId, adminId] = [await membershipOf(owner, 'owner'), await membershipOf(owner, 'admin')]
    expect((await admin.admin('PATCH', `/people/${adminId}`, { role: 'owner' })).code).toBe('ROLE_TOO_HIGH')
    expect((await admin.admin('PATCH', `/people/${ownerId}`, { role: 'viewer' })).code).toBe('ROLE_TOO_HIGH')
    expect((await admin.admin('DELETE', `/people/${ownerId}`)).code).toBe('ROLE_TOO_HIGH')
    const link = { role: 'owner', person_ref: 'u-1' }
    expect((await admin.admin('POST', `/accounts/${owner.account_id}/portal-links`, link)).code).toBe('ROLE_TOO_HIGH')
  })

  it('always have an owner, also where two owners leave at once', async () => {
    const owner = await ownerOf()
    const ownerId = await membershipOf(owner, 'owner')
    expect((await owner.browser.admin('PATCH', `/people/${ownerId}`, { role: 'viewer' })).code).toBe('LAST_OWNER')
    expect((await owner.browser.admin('DELETE', `/people/${ownerId}`)).code).toBe('LAST_OWNER')
    const second = await member(owner.account_id, 'owner')
    const { items } = (await owner.browser.admin('GET', '/people')).body
    const ids: string[] = items.map(({ membership_id }: { membership_id: string }) => membership_id)
    const left = await Promise.all([
      owner.browser.admin('DELETE', `/people/${ids[0]}`),
      second.admin('DELETE', `/people/${ids[1]}`),
    ])
    expect(left.map(({ status, code }) => code ?? status).sort()).toContain('LAST_OWNER')
    expect(left.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it.each([
    ['viewer', [], ['keys:write', 'audit:read', 'people:read', 'funding:read', 'accounts:write']],
    ['developer', ['keys:write'], ['accounts:write', 'people:read']],
    ['billing', ['wallets:alert'], ['keys:write', 'people:read', 'accounts:write']],
    ['admin', ['keys:write', 'accounts:write', 'people:write', 'wallets:allot', 'audit:read'], ['wallets:write', '*']],
  ])('have the scopes of their role: %s', async (role, has, hasNot) => {
    const owner = await ownerOf()
    const browser = await member(owner.account_id, role)
    const { session } = (await browser.ask('GET', '/console/session')).body
    const [{ scopes }] = session.memberships
    expect(scopes).toEqual(expect.arrayContaining(['accounts:read', 'keys:read', 'usage:read', ...has]))
    for (const scope of hasNot) expect(scopes).not.toContain(scope)
  })

  it('are seen and changed by nobody of another account, whatever its role', async () => {
    const [mine, foreign] = [await ownerOf(), await ownerOf()]
    const [hidden, open] = [await membershipOf(foreign, 'owner'), '01M84XQQ5AWTJ861P5G1NQ3WVZ']
    for (const role of ['viewer', 'developer', 'billing', 'admin', 'owner']) {
      const browser = role === 'owner' ? mine.browser : await member(mine.account_id, role)
      for (const [method, body] of [
        ['PATCH', { role: 'viewer' }],
        ['DELETE', undefined],
      ] as const) {
        const told = await Promise.all([hidden, open].map((id) => browser.admin(method, `/people/${id}`, body)))
        expect(
          told.map(({ status }) => status),
          `${method} by ${role}`,
        ).toEqual(role === 'admin' || role === 'owner' ? [404, 404] : [403, 403])
        expect(told[0]?.body.error.message.replace(hidden, open)).toBe(told[1]?.body.error.message)
      }
    }
    expect((await mine.browser.admin('GET', `/people?account_id=${foreign.account_id}`)).status).toBe(404)
    const { items } = (await mine.browser.admin('GET', '/people')).body
    expect(new Set(items.map(({ account_id }: { account_id: string }) => account_id))).toEqual(
      new Set([mine.account_id]),
    )
    mine.browser.account = foreign.account_id
    expect((await mine.browser.admin('GET', '/keys')).code).toBe('NOT_A_MEMBER')
    mine.browser.account = 'operator'
    expect((await mine.browser.admin('GET', '/accounts')).code).toBe('NOT_A_MEMBER')
  })

  it('with several roles choose one, and have none before', async () => {
    const [first, second] = [await ownerOf('First'), await ownerOf('Second')]
    const invitation = { email: first.email, role: 'viewer', account_id: second.account_id }
    await second.browser.admin('POST', '/people/invite', invitation)
    const token = tokenIn((await second.browser.lastMail(first.email)).text)
    expect((await first.browser.post('/invitation/accept', { token })).body.accepted).toBe(true)
    expect((await first.browser.admin('GET', '/accounts')).code).toBe('SCOPE_MISSING')
    expect((await first.browser.admin('GET', '/me')).status).toBe(200)
    for (const [account_id, mayCreate] of [
      [first.account_id, 201],
      [second.account_id, 403],
    ] as const) {
      first.browser.account = account_id
      expect((await first.browser.admin('GET', '/accounts')).body.items).toMatchObject([{ account_id }])
      const key = { account_id, environment: 'sandbox' }
      expect((await first.browser.admin('POST', '/keys', key)).status).toBe(mayCreate)
    }
    const key = { account_id: first.account_id, environment: 'sandbox' }
    expect((await first.browser.admin('POST', '/keys', key)).status).not.toBe(201)
  })

  it('of operators keep one admin', async () => {
    const all = async () =>
      Object(await process.server.host.run('people.list', { operators: true, limit: 200 }, { operator: 'test' })).items
    for (const one of await all())
      if (one.role === 'admin')
        await process.server.host
          .run('people.change', { membership_id: one.membership_id, role: 'support' }, { operator: 'test' })
          .catch(() => null)
    await invited(process, { email: somebody(), role: 'admin', accountId: null })
    for (const change of ['remove', 'change'])
      for (const one of await all())
        if (one.role === 'admin') {
          const last = (await all()).filter(({ role }: { role: string }) => role === 'admin').length === 1
          const act =
            change === 'remove'
              ? process.server.host.run('people.remove', { membership_id: one.membership_id }, { operator: 'test' })
              : process.server.host.run(
                  'people.change',
                  { membership_id: one.membership_id, role: 'support' },
                  { operator: 'test' },
                )
          if (last) await expect(act).rejects.toMatchObject({ code: 'LAST_OWNER' })
          else await act
        }
    expect((await all()).filter(({ role }: { role: string }) => role === 'admin')).toHaveLength(1)
  })

  it('of operators are invited by operators alone, with roles of their own', async () => {
    const owner = await ownerOf()
    const ask = { email: somebody(), role: 'admin' }
    expect((await owner.browser.admin('POST', '/people/invite', ask)).code).toBe('FORBIDDEN')
    const run = (role: string, account_id: string | null) =>
      process.server.host.run('people.invite', { email: somebody(), role, account_id }, { operator: 'test' })
    await expect(run('owner', null)).rejects.toMatchObject({ code: 'ROLE_INVALID' })
    await expect(run('kyc', owner.account_id)).rejects.toMatchObject({ code: 'ROLE_INVALID' })
    expect((await owner.browser.admin('GET', '/people')).body.items).toHaveLength(1)
  })

  it('are found by their address, in the accounts that one sees alone', async () => {
    const [mine, foreign] = [await ownerOf(), await ownerOf()]
    const found = async (email: string, as?: Awaited<ReturnType<typeof ownerOf>>['browser']) => {
      const given = { email }
      const answer = as
        ? (await as.admin('GET', `/people?email=${encodeURIComponent(email)}`)).body
        : Object(await process.server.host.run('people.list', given, { operator: 'test' }))
      return answer.items.map(({ account_id }: { account_id: string }) => account_id)
    }
    expect(await found(mine.email.toUpperCase())).toEqual([mine.account_id])
    expect(await found(mine.email, mine.browser)).toEqual([mine.account_id])
    expect(await found(foreign.email, mine.browser)).toEqual([])
    expect(await found('nobody@acme.example')).toEqual([])
  })

  it('that are operators are listed alone, with their open invitations, for operators alone', async () => {
    const owner = await ownerOf()
    await owner.browser.admin('POST', '/people/invite', {
      ...{ email: somebody(), role: 'viewer', account_id: owner.account_id },
    })
    await invited(process, { email: somebody(), role: 'support', accountId: null })
    const asked = somebody()
    await process.server.host.run('people.invite', { email: asked, role: 'kyc' }, { operator: 'test' })
    const run = async (id: 'people.list' | 'invitations.list') =>
      Object(await process.server.host.run(id, { operators: true, limit: 200 }, { operator: 'test' })).items
    for (const id of ['people.list', 'invitations.list'] as const) {
      const items = await run(id)
      expect(items.length).toBeGreaterThan(0)
      expect(new Set(items.map(({ account_id }: { account_id: string | null }) => account_id))).toEqual(new Set([null]))
    }
    expect(await run('invitations.list')).toContainEqual(expect.objectContaining({ email: asked, role: 'kyc' }))
    for (const path of ['/people', '/invitations'])
      expect((await owner.browser.admin('GET', `${path}?operators=true`)).code).toBe('FORBIDDEN')
  })

  it('leave who did what in the audit log of their account', async () => {
    const owner = await ownerOf()
    await member(owner.account_id, 'developer')
    await owner.browser.admin('PATCH', `/people/${await membershipOf(owner, 'developer')}`, { role: 'billing' })
    const { person_id } = (await owner.browser.admin('GET', '/me')).body
    const query = { accountIds: [owner.account_id], action: 'person.role-change', cursor: null, limit: 9 }
    expect((await process.server.host.get(AuditLog).list(query)).items).toMatchObject([
      { actor: `person:${person_id}`, before: { role: 'developer' }, after: { role: 'billing' } },
    ])
  })
})

describe('links in mails', () => {
  it('stand at the server’s own address or a registered host, whatever host a request names', async () => {
    const place = await consolePlace('sqlite3')
    const process = await place.open({ plugins: [resale()] })
    const { host } = process.server
    const { id: reseller } = await host.get(Accounts).create({ name: 'Reseller', role: 'distributor', actor: 'test' })
    const brand = { account_id: reseller, host: 'verify.reseller.example', name: 'Reseller Verify' }
    await host.run('brands.set', brand, { operator: 'test' })
    const linkFor = async (at: string, email: string) => {
      const browser = process.browser({ host: at, ip: email })
      const { account_id } = (await browser.signUp(email)).body
      await browser.admin('POST', '/people/invite', { email: `to-${email}`, role: 'viewer', account_id })
      const mail = await browser.lastMail(`to-${email}`)
      const account = await host.get(Accounts).get(String(account_id))
      return [/https?:\/\/[^/]+/.exec(mail.text)?.[0], mail.fromName, account?.parentId === reseller]
    }
    expect(await linkFor('evil.example', 'a@one.example')).toEqual(['https://console.example', 'Parakh', false])
    expect(await linkFor('console.example', 'b@two.example')).toEqual(['https://console.example', 'Parakh', false])
    expect(await linkFor('verify.reseller.example', 'c@three.example')).toEqual([
      ...['https://verify.reseller.example', 'Reseller Verify', true],
    ])
    await place.end()
  })
})

describe('the first operator', () => {
  it('is invited on the command line, which shows the link where no mail can be sent', async () => {
    const place = await consolePlace('sqlite3')
    const process = await place.open({ signUp: 'invite', mail: false })
    const browser = await invited(process, { email: 'root@acme.example', role: 'admin', accountId: null })
    expect((await browser.ask('GET', '/console/session')).body.session.needs).toBe('enrol_second_factor')
    const of = { email: 'root@acme.example' }
    const { link } = Object(await process.server.host.run('people.recover', of, { operator: 'test' }))
    const again = process.browser()
    await again.post('/invitation/accept', { token: tokenIn(link) })
    const { session } = (await again.ask('GET', '/console/session')).body
    expect(session.memberships).toHaveLength(1)
    const as = { accountId: '', actor: 'x', scopes: ['*'] }
    await expect(
      process.server.host.run('people.invite', { email: 'x@acme.example', role: 'admin' }, as),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await place.end()
  })
})
