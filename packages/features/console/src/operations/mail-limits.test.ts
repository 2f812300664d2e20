import { Accounts, type Mailer } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailServer, mailServer } from '../../../../../test/mail-server.ts'
import type { Browser } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'

const DAY_MS = 86_400_000
let made = 0
const unique = (): string => {
  made += 1
  return `p${made}@acme${made}.example`
}
const invite = (browser: Browser, accountId: string, email = unique()) =>
  browser.admin('POST', '/people/invite', { email, role: 'viewer', account_id: accountId })
const statuses = async (times: number, ask: () => ReturnType<typeof invite>): Promise<readonly number[]> => {
  const replies: number[] = []
  for (let n = 0; n < times; n += 1) replies.push((await ask()).status)
  return replies
}
const created = (replies: readonly number[]): number => replies.filter((status) => status === 201).length

describe.each(['sqlite3', 'pg'] as const)('the limits of emails on %s', (client) => {
  let place: ConsolePlace
  let one: ConsoleProcess
  let accounts: Accounts
  beforeAll(async () => {
    place = await consolePlace(client)
    one = await place.open()
    accounts = one.server.host.get(Accounts)
  })
  afterAll(() => place.end())
  /** The owner of a fresh account, below another one if given. */
  const owner = async (parentId: string | null = null) => {
    const { id } = await accounts.create({ name: 'Acme', role: 'customer', parentId, actor: 'test' })
    return { id, browser: await invited(one, { email: unique(), role: 'owner', accountId: id }) }
  }

  it('stop 210 invitations of a fresh account after ten, with a code, and leave other accounts alone', async () => {
    const { id, browser } = await owner()
    const before = one.mails.length
    const replies = await Promise.all(Array.from({ length: 210 }, () => invite(browser, id)))
    expect(created(replies.map(({ status }) => status))).toBe(10)
    expect(one.mails).toHaveLength(before + 10)
    const refused = await invite(browser, id)
    expect([refused.status, refused.code]).toEqual([429, 'MAIL_LIMIT_REACHED'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
    expect(refused.body.error.message).toMatch(/Retry after \d+ November at \d\d:\d\d IST$/)
    const other = await owner()
    expect((await invite(other.browser, other.id)).status).toBe(201)
    const listed = await browser.admin('GET', `/invitations?account_id=${id}&limit=100`)
    expect(listed.body.items).toHaveLength(10)
    place.clock.advance(DAY_MS - 1)
    const again = await invited(one, { email: unique(), role: 'owner', accountId: id })
    expect((await invite(again, id)).status).toBe(429)
    place.clock.advance(1)
    expect((await invite(again, id)).status).toBe(201)
  })

  it('are higher after the approval of KYC', async () => {
    const { id, browser } = await owner()
    await accounts.submitKyc(id, [{ kind: 'pan', reference: 'vault/1' }])
    await accounts.approveKyc(id)
    expect(created(await statuses(11, () => invite(browser, id)))).toBe(11)
  })

  it('are not multiplied by accounts below', async () => {
    const { id: top } = await accounts.create({ name: 'Reseller', role: 'distributor', actor: 'test' })
    let sent = 0
    for (let n = 0; n < 5; n += 1) {
      const { id, browser } = await owner(top)
      sent += created(await statuses(11, () => invite(browser, id)))
    }
    expect(sent).toBe(30)
    const other = await owner()
    expect((await invite(other.browser, other.id)).status).toBe(201)
  })

  it('count a revoked invitation, and five a day from one account to one address', async () => {
    const { id, browser } = await owner()
    const email = unique()
    for (let n = 0; n < 5; n += 1) {
      const { status, body } = await invite(browser, id, email)
      expect(status).toBe(201)
      expect((await browser.admin('DELETE', `/invitations/${body.invitation_id}`)).status).toBe(200)
    }
    expect((await invite(browser, id, email)).code).toBe('MAIL_LIMIT_REACHED')
    expect((await invite(browser, id)).status).toBe(201)
  })

  it('protect a recipient from many fresh accounts, and stop neither approved accounts nor its own codes', async () => {
    const email = unique()
    const replies: number[] = []
    for (let n = 0; n < 6; n += 1) {
      const { id, browser } = await owner()
      replies.push((await invite(browser, id, email)).status)
    }
    expect(replies).toEqual([201, 201, 201, 201, 201, 429])
    const { id, browser } = await owner()
    await accounts.submitKyc(id, [{ kind: 'pan', reference: 'vault/1' }])
    await accounts.approveKyc(id)
    expect((await invite(browser, id, email)).status).toBe(201)
    expect((await one.browser({ ip: '198.51.100.1' }).signIn(email)).status).toBe(200)
  })

  it('count neither invitations that are refused nor links that are shown', async () => {
    const { id, browser } = await owner()
    const email = unique()
    await invited(one, { email, role: 'viewer', accountId: id })
    for (let n = 0; n < 12; n += 1) expect((await invite(browser, id, email)).code).toBe('ALREADY_MEMBER')
    for (let n = 0; n < 12; n += 1) await invited(one, { email: unique(), role: 'viewer', accountId: id })
    expect(created(await statuses(11, () => invite(browser, id)))).toBe(10)
  })
})

describe('an invitation that cannot be sent', () => {
  let host: MailServer
  let place: ConsolePlace
  let one: ConsoleProcess
  let browser: Browser
  let id: string
  beforeAll(async () => {
    host = await mailServer()
    place = await consolePlace('sqlite3')
    one = await place.open({ mail: { ...host.options, replyTimeoutMs: 1_000 } })
    id = (await one.server.host.get(Accounts).create({ name: 'Acme', role: 'customer', actor: 'test' })).id
    browser = await invited(one, { email: 'owner@acme.example', role: 'owner', accountId: id })
  })
  afterAll(async () => {
    await place.end()
    await host.close()
  })
  const settle = (behaviour: MailServer['behaviour']): void => {
    for (const key of ['refuse', 'drop', 'silent'] as const) delete host.behaviour[key]
    Object.assign(host.behaviour, behaviour)
  }
  const open = async (): Promise<readonly unknown[]> => (await browser.admin('GET', '/invitations')).body.items

  it.each([
    [{ refuse: { at: 'recipient', reply: [550, '5.1.1 No such user'] } }, 422, 'MAIL_REFUSED'],
    [{ refuse: { at: 'recipient', reply: [451, '4.7.1 Greylisted'] } }, 503, 'MAIL_NOT_SENT'],
    [{ refuse: { at: 'mail-from', reply: [550, '5.1.8 Sender'] } }, 503, 'MAIL_NOT_SENT'],
    [{ drop: 'recipient' }, 503, 'MAIL_NOT_SENT'],
    [{ silent: 'recipient' }, 503, 'MAIL_NOT_SENT'],
  ] as const)('because of %j is answered %i, leaves nothing, and can be repeated', async (behaviour, status, code) => {
    const email = unique()
    settle(behaviour)
    const refused = await invite(browser, id, email)
    expect([refused.status, refused.code]).toEqual([status, code])
    expect(JSON.stringify(refused.body)).not.toContain(email)
    expect(await open()).toEqual([])
    settle({})
    const sent = await invite(browser, id, email)
    expect(sent.status).toBe(201)
    await browser.admin('DELETE', `/invitations/${sent.body.invitation_id}`)
  })

  it('fails a step-up by email with the same code', async () => {
    settle({ refuse: { at: 'recipient', reply: [451, '4.7.1 Greylisted'] } })
    const refused = await browser.post('/session/proof/code')
    expect([refused.status, refused.code]).toEqual([503, 'MAIL_NOT_SENT'])
    settle({})
    expect((await browser.post('/session/proof/code')).status).toBe(202)
  })

  it('by the own mailer of an application is answered 503', async () => {
    const mailer: Mailer = {
      async send() {
        throw new Error('no route to asha@acme.example')
      },
    }
    const other = await consolePlace('sqlite3')
    const process = await other.open({ mailer })
    const account = await process.server.host.get(Accounts).create({ name: 'A', role: 'customer', actor: 'test' })
    const asOwner = await invited(process, { email: 'o@acme.example', role: 'owner', accountId: account.id })
    const refused = await invite(asOwner, account.id)
    expect([refused.status, refused.code]).toEqual([503, 'MAIL_NOT_SENT'])
    expect(JSON.stringify(refused.body)).not.toContain('asha')
    await other.end()
  })
})
