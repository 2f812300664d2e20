import { Accounts, AdminTokens, AuditLog } from '@parakh/core'
import resale from '@parakh/resale'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, codeIn, tokenIn } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'

const BRAND = 'verify.reseller.example'
let made = 0
const somebody = (): string => {
  made += 1
  return `i${made}@acme.example`
}

describe.each(['sqlite3', 'pg'] as const)('an invitation on %s', (client) => {
  let place: ConsolePlace
  let process: ConsoleProcess
  /** The reseller whose brand has a host, a customer below it, and an account that is not below it. */
  let ids: { reseller: string; customer: string; other: string }
  beforeAll(async () => {
    place = await consolePlace(client)
    process = await place.open({ plugins: [resale()] })
    const accounts = process.server.host.get(Accounts)
    const { id: reseller } = await accounts.create({ name: 'Reseller', role: 'distributor' })
    const { id: customer } = await accounts.create({ name: 'Customer', role: 'customer', parentId: reseller })
    const { id: other } = await accounts.create({ name: 'Other', role: 'developer' })
    ids = { reseller, customer, other }
    await run('brands.set', { account_id: reseller, host: BRAND, name: 'Reseller Verify' })
  })
  afterAll(() => place.end())
  const run = async (id: string, input: object) =>
    Object(await process.server.host.run(id, input, { operator: 'test' }))
  const browserAt = (host = 'console.example') => {
    made += 1
    return process.browser({ host, ip: `198.51.${made >> 8}.${made & 255}` })
  }
  /** A mailed invitation. @returns Its link, and the token in it. */
  const mailed = async (email: string, accountId: string | null, role = accountId === null ? 'admin' : 'owner') => {
    const before = process.mails.length
    await run('people.invite', { email, role, account_id: accountId })
    const mail = process.mails.slice(before).find(({ to }) => to === email)
    const link = /https:\S+#inv_\w+/.exec(mail?.text ?? '')?.[0] ?? ''
    return { link, token: tokenIn(link) }
  }
  /** A person who is the owner of an account, and its session at the server's own host. */
  const ownerOf = async (accountId: string, email = somebody()) => {
    const { token } = await mailed(email, accountId)
    const browser = browserAt()
    expect((await browser.accept(email, token)).body.accepted).toBe(true)
    return { browser, email }
  }
  const sessionOf = async (browser: Browser) => (await browser.ask('GET', '/console/session')).body.session
  const codeOf = (secret: string): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: place.clock.now().getTime() })
  const enrol = async (browser: Browser): Promise<string> => {
    const { secret } = (await browser.admin('POST', '/me/totp')).body
    place.clock.advance(30_000)
    expect((await browser.admin('POST', '/me/totp/confirm', { code: codeOf(secret) })).status).toBe(200)
    place.clock.advance(30_000)
    return secret
  }

  it('starts no session by its link alone, of a new address and of a known one', async () => {
    const known = await ownerOf(ids.other)
    for (const email of [somebody(), known.email]) {
      const { token } = await mailed(email, ids.customer)
      for (const host of [BRAND, 'console.example']) {
        const thief = browserAt(host)
        const reply = await thief.post('/invitation/accept', { token, name: 'Eve' })
        expect([reply.status, reply.code, thief.cookie]).toEqual([401, 'INVITATION_NOT_PROVEN', null])
      }
    }
  })

  it('answers a link the same before the code, whether the address has a person or not', async () => {
    const known = await ownerOf(ids.other)
    const answers = []
    for (const email of [somebody(), known.email]) {
      const { token } = await mailed(email, ids.customer, 'viewer')
      const thief = browserAt(BRAND)
      const { body: shown } = await thief.post('/invitation', { token })
      const { status, body } = await thief.post('/invitation/code', { token })
      const wrong = await thief.post('/invitation/accept', { token, acceptance: body.acceptance, code: '0' })
      answers.push([{ ...shown, email: '' }, status, Object.keys(body), wrong.status, wrong.body])
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('does not hand an owner of another account to a stranger who owns a brand host', async () => {
    const victim = await ownerOf(ids.other)
    const stranger = await invited(process, { email: somebody(), role: 'owner', accountId: ids.reseller })
    const before = process.mails.length
    const invitation = { email: victim.email, role: 'viewer', account_id: ids.customer }
    expect((await stranger.admin('POST', '/people/invite', invitation)).status).toBe(201)
    const text = process.mails.slice(before).find(({ to }) => to === victim.email)?.text ?? ''
    // The link of a known address leads to the server's own host.
    expect(text).toContain('https://console.example/console/invitation#')
    const token = tokenIn(text)
    const thief = browserAt(BRAND)
    expect((await thief.post('/invitation/accept', { token })).code).toBe('INVITATION_NOT_PROVEN')
    // Even with the code that the victim types at the brand's host.
    const refused = await thief.accept(victim.email, token)
    expect([refused.status, refused.code, thief.cookie]).toEqual([403, 'INVITATION_ELSEWHERE', null])
    expect(refused.body.error.url).toBe('https://console.example/console/invitation')
    // Nor with a session of the victim that began at the brand's host.
    const limited = browserAt(BRAND)
    await limited.signIn(victim.email)
    for (const [host, code] of [
      [BRAND, 'INVITATION_ELSEWHERE'],
      ['console.example', 'INVITATION_NOT_PROVEN'],
    ] as const) {
      const carried = Object.assign(browserAt(host), { cookie: limited.cookie })
      expect((await carried.post('/invitation/accept', { token })).code).toBe(code)
    }
    expect((await sessionOf(victim.browser)).memberships).toHaveLength(1)
    // The victim accepts with a session of their own, whose last proof stays as it is.
    place.clock.advance(11 * 60_000)
    const accepted = await victim.browser.post('/invitation/accept', { token })
    expect(accepted.body.accepted).toBe(true)
    expect(accepted.body.session.memberships).toHaveLength(2)
    expect((await victim.browser.admin('POST', '/me/totp')).code).toBe('STEP_UP_REQUIRED')
  })

  it('signs the person of a known address in by the code at the own host, and adds the role only when the person accepts', async () => {
    const known = await ownerOf(ids.other)
    const secret = await enrol(known.browser)
    const { token } = await mailed(known.email, ids.customer, 'viewer')
    const browser = browserAt()
    const signedIn = await browser.accept(known.email, token)
    expect(signedIn.body).toMatchObject({ accepted: false, session: { needs: 'second_factor' } })
    expect((await browser.post('/invitation/accept', { token })).code).toBe('SECOND_FACTOR_REQUIRED')
    expect(signedIn.body.session.memberships).toHaveLength(1)
    await browser.post('/session/proof', { method: 'totp', code: codeOf(secret) })
    const accepted = await browser.post('/invitation/accept', { token })
    expect(accepted.body.session.memberships).toHaveLength(2)
    expect((await browser.post('/invitation/accept', { token })).code).toBe('INVITATION_NOT_FOUND')
  })

  it('takes the way of a known address if the address gets a person after the invitation', async () => {
    const email = somebody()
    const { token, link } = await mailed(email, ids.customer)
    expect(link).toContain(`https://${BRAND}/`)
    const guest = browserAt(BRAND)
    const { acceptance } = (await guest.post('/invitation/code', { token })).body
    const code = codeIn(await guest.lastMail(email))
    await browserAt().signUp(email)
    const late = await guest.post('/invitation/accept', { token, acceptance, code })
    expect([late.code, guest.cookie]).toEqual(['INVITATION_ELSEWHERE', null])
  })

  it('of a new address is accepted at the host of its brand, with a session of that brand alone', async () => {
    const email = somebody()
    const { token, link } = await mailed(email, ids.customer)
    expect(link).toContain(`https://${BRAND}/`)
    const guest = browserAt(BRAND)
    const accepted = await guest.accept(email, token)
    expect(accepted.body).toMatchObject({ accepted: true, session: { memberships: [{ account_id: ids.customer }] } })
    expect((await guest.admin('GET', '/accounts')).status).toBe(200)
  })

  it('is not shown at the host of a brand whose account it is not about', async () => {
    for (const accountId of [ids.other, null]) {
      const { token } = await mailed(somebody(), accountId)
      for (const path of ['/invitation', '/invitation/code', '/invitation/accept'])
        expect((await browserAt(BRAND).post(path, { token })).code).toBe('INVITATION_ELSEWHERE')
    }
  })

  it('takes a code of its own alone: none of a sign-in, of another invitation or of another host', async () => {
    const email = somebody()
    const [first, second] = [await mailed(email, ids.customer), await mailed(email, ids.customer)]
    const browser = browserAt()
    const asked = await browser.askCode(email)
    const given = { acceptance: asked.sign_in, code: asked.code }
    expect((await browser.post('/invitation/accept', { token: first.token, ...given })).code).toBe('CODE_ENDED')
    const { acceptance } = (await browser.post('/invitation/code', { token: first.token })).body
    const code = codeIn(await browser.lastMail(email))
    const proof = { acceptance, code }
    expect((await browser.post('/sign-in', { sign_in: acceptance, code })).code).toBe('CODE_ENDED')
    expect((await browser.post('/invitation/accept', { token: second.token, ...proof })).code).toBe('CODE_WRONG')
    expect((await browserAt(BRAND).post('/invitation/accept', { token: first.token, ...proof })).code).toBe(
      'CODE_WRONG',
    )
    expect((await browser.post('/invitation/accept', { token: first.token, ...proof })).body.accepted).toBe(true)
  })

  it('has five tries of a code', async () => {
    const email = somebody()
    const { token } = await mailed(email, ids.customer)
    const browser = browserAt()
    const { acceptance } = (await browser.post('/invitation/code', { token })).body
    const code = codeIn(await browser.lastMail(email))
    for (let tries = 0; tries < 5; tries += 1)
      expect((await browser.post('/invitation/accept', { token, acceptance, code: '0000 0000' })).status).toBe(401)
    expect((await browser.post('/invitation/accept', { token, acceptance, code })).code).toBe('CODE_ENDED')
  })

  it('of an operator cannot enrol a factor for a thief who has the link or a session of a brand host', async () => {
    const email = somebody()
    const { token } = await mailed(email, null)
    expect((await browserAt().post('/invitation/accept', { token })).code).toBe('INVITATION_NOT_PROVEN')
    const operator = browserAt()
    expect((await operator.accept(email, token)).body.session.needs).toBe('enrol_second_factor')
    // The operator has no factor yet and types a code at a brand's host.
    const thief = browserAt(BRAND)
    expect((await thief.signIn(email)).body.memberships).toEqual([])
    for (const host of [BRAND, 'console.example']) {
      const stolen = Object.assign(browserAt(host), { cookie: thief.cookie })
      expect((await stolen.admin('POST', '/me/totp')).code).toBe('SESSION_LIMITED')
      expect((await stolen.post('/passkeys/options')).code).toBe('SESSION_LIMITED')
      expect((await stolen.admin('GET', '/accounts')).code).toBe('SCOPE_MISSING')
    }
    await enrol(operator)
    expect((await operator.admin('GET', '/accounts')).status).toBe(200)
  })

  it('shows its link to a token of operators with the scope * alone, and the link still needs the code', async () => {
    const bearer = async (scopes: string[]) => {
      made += 1
      const token = { name: `t-${made}`, accountId: null, scopes, expiresAt: null, actor: 'test' }
      return { authorization: `Bearer ${(await process.server.host.get(AdminTokens).create(token)).secret}` }
    }
    const ask = async (scopes: string[], email: string, show_link = true) =>
      await browserAt().send('POST', '/admin/v1/people/invite', {
        body: { email, role: 'viewer', account_id: ids.other, show_link },
        headers: await bearer(scopes),
      })
    const victim = await ownerOf(ids.customer)
    expect((await ask(['people:write', 'accounts:read'], victim.email)).status).toBe(403)
    const { body } = await ask(['*'], victim.email)
    const token = tokenIn(body.link)
    const thief = browserAt()
    expect((await thief.post('/invitation/accept', { token })).code).toBe('INVITATION_NOT_PROVEN')
    expect(thief.cookie).toBeNull()
    const email = somebody()
    const shown = tokenIn((await ask(['*'], email)).body.link)
    expect((await thief.post('/invitation/accept', { token: shown })).code).toBe('INVITATION_NOT_PROVEN')
    expect((await thief.accept(email, shown)).body.accepted).toBe(true)
  })

  it('without a mailer is refused to credentials, and printed for the command line', async () => {
    await using alone = { place: await consolePlace(client), [Symbol.asyncDispose]: () => alone.place.end() }
    const silent = await alone.place.open({ mail: false, signUp: 'invite' })
    const { host } = silent.server
    const input = { email: somebody(), role: 'admin', show_link: true }
    const as = { operator: 'admin:token', scopes: ['*'] }
    await expect(host.run('people.invite', input, as)).rejects.toMatchObject({ code: 'MAIL_REQUIRED' })
    const { link } = Object(await host.run('people.invite', { ...input, show_link: false }, { operator: 'asha' }))
    const browser = silent.browser()
    const accepted = await browser.post('/invitation/accept', { token: tokenIn(link) })
    expect(accepted.body).toMatchObject({ accepted: true, session: { needs: 'enrol_second_factor' } })
    expect((await browser.admin('POST', '/me/totp')).status).toBe(200)
  })

  it('printed by the command line starts a session of its own account alone, once, and is audited', async () => {
    const owner = await ownerOf(ids.other)
    const email = owner.email
    const { link } = await run('people.invite', { email, role: 'viewer', account_id: ids.customer, show_link: true })
    expect((await browserAt().post('/invitation', { token: tokenIn(link) })).body.needs_proof).toBe(false)
    const browser = browserAt()
    const { body } = await browser.post('/invitation/accept', { token: tokenIn(link) })
    expect(body.session.memberships).toMatchObject([{ account_id: ids.customer, role: 'viewer' }])
    expect(body.session.restricted).toEqual({ url: 'https://console.example/console/' })
    expect((await browser.admin('POST', '/me/totp')).code).toBe('SESSION_LIMITED')
    expect((await browserAt().post('/invitation/accept', { token: tokenIn(link) })).code).toBe('INVITATION_NOT_FOUND')
    const query = { accountIds: [ids.customer], cursor: null, limit: 50 }
    const actions = (await process.server.host.get(AuditLog).list(query)).items.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['person.invite-link', 'person.accept-link']))
    await expect(
      run('people.invite', { email, role: 'viewer', account_id: ids.customer, show_link: true }),
    ).rejects.toMatchObject({
      code: 'ALREADY_MEMBER',
    })
  })

  it('recovers a person who lost every way to sign in: factors are removed, sessions end, and one account is reached', async () => {
    const { browser: lost, email } = await ownerOf(ids.other)
    await enrol(lost)
    const joined = await mailed(email, ids.customer, 'viewer')
    expect((await lost.post('/invitation/accept', { token: joined.token })).body.accepted).toBe(true)
    // Any other link of the command line still requires the second factor.
    const { link: other } = await run('people.invite', {
      email,
      role: 'viewer',
      account_id: ids.reseller,
      show_link: true,
    })
    const { body: half } = await browserAt().post('/invitation/accept', { token: tokenIn(other) })
    expect(half.session).toMatchObject({ needs: 'second_factor', methods: ['totp', 'recovery_code'] })
    const recover = (account_id: string | null) => run('people.recover', { email, account_id })
    await expect(recover(null)).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
    const { link } = await recover(ids.other)
    const open = (await run('invitations.list', { account_id: ids.other })).items
    expect(open.map((invitation: { email: string }) => invitation.email)).not.toContain(email)
    expect((await lost.admin('GET', '/me')).status).toBe(200)
    const browser = browserAt()
    const { body } = await browser.post('/invitation/accept', { token: tokenIn(link) })
    expect(body.session).toMatchObject({ needs: null, memberships: [{ account_id: ids.other, role: 'owner' }] })
    expect(body.session.memberships).toHaveLength(1)
    expect((await lost.admin('GET', '/me')).code).toBe('SESSION_ENDED')
    expect((await browser.admin('GET', '/me')).body.factors).toMatchObject({ totp: false, recovery_codes_left: 0 })
    expect((await browserAt().post('/invitation/accept', { token: tokenIn(link) })).code).toBe('INVITATION_NOT_FOUND')
    const { link: late } = await recover(ids.other)
    place.clock.advance(3_600_000)
    expect((await browserAt().post('/invitation/accept', { token: tokenIn(late) })).code).toBe('INVITATION_NOT_FOUND')
    for (const as of [
      { operator: 'admin:token', scopes: ['*'] },
      { accountId: ids.other, actor: 'app' },
    ])
      await expect(
        process.server.host.run('people.recover', { email, account_id: ids.other }, as),
      ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
