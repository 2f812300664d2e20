import { Accounts, Keys } from '@parakh/core'
import funding from '@parakh/funding'
import plans from '@parakh/plans'
import resale from '@parakh/resale'
import webhooks from '@parakh/webhooks'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'

const HOUR_MS = 3_600_000
const reason = 'Ticket 4711'
const UNKNOWN = '01M84XQQ5AWTJ861P5G1NQ3WVZ'

describe.each(['sqlite3', 'pg'] as const)('an operator who sees the console as an account on %s', (client) => {
  let place: ConsolePlace
  let process: ConsoleProcess
  let operator: Browser
  let accountId: string
  let otherId: string
  let made = 0
  beforeAll(async () => {
    place = await consolePlace(client)
    process = await place.open({ plugins: [funding(), plans(), resale(), webhooks()] })
    const { host } = process.server
    const open = async (name: string) => (await host.get(Accounts).create({ name, role: 'developer' })).id
    accountId = await open('Acme')
    otherId = await open('Other')
    await host.get(Keys).create({ accountId, environment: 'sandbox', label: 'Loan desk' })
  })
  afterAll(() => place.end())

  /** A new operator, who has proven both factors. */
  const newOperator = async (role = 'admin') => {
    made += 1
    const browser = await invited(process, { email: `ops${made}@ours.example`, role, accountId: null })
    const { secret } = (await browser.admin('POST', '/me/totp')).body
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = totp.generate({ timestamp: place.clock.now().getTime() })
    expect((await browser.admin('POST', '/me/totp/confirm', { code })).status).toBe(200)
    return browser
  }
  const begin = (by: Browser, account_id = accountId) => by.admin('POST', '/me/view', { account_id, reason })
  const as = async (account: string | null, ask: () => ReturnType<Browser['admin']>) => {
    operator.account = account
    const answer = await ask()
    operator.account = null
    return answer
  }

  it('reads what the account reads, and changes nothing, whatever its role may', async () => {
    operator = await newOperator()
    expect((await as(accountId, () => operator.admin('GET', '/keys'))).code).toBe('NOT_A_MEMBER')
    expect((await begin(operator)).status).toBe(200)
    const { body } = await operator.ask('GET', '/console/session')
    expect(body.session.memberships).toMatchObject([
      { account_id: null, role: 'admin' },
      { account_id: accountId, account_name: 'Acme', role: 'operator-view' },
    ])
    expect(body.session.memberships[1].scopes.filter((scope: string) => !scope.endsWith(':read'))).toEqual([
      'self:write',
    ])
    const keys = await as(accountId, () => operator.admin('GET', '/keys'))
    expect(keys.body.items).toMatchObject([{ label: 'Loan desk' }])
    const key = keys.body.items[0].key_id
    const writes = [
      ...[['POST', '/keys', { account_id: accountId, environment: 'sandbox' }] as const],
      ...[['POST', `/keys/${key}/revoke`, {}] as const],
      ...[['POST', '/people/invite', { email: 'x@x.example', role: 'viewer', account_id: accountId }] as const],
      ...[['POST', '/tokens', { name: 'ci', scopes: ['*'] }] as const],
      ...[['POST', `/accounts/${accountId}/suspend`, {}] as const],
    ]
    for (const [method, path, input] of writes)
      expect((await as(accountId, () => operator.admin(method, path, input))).status, path).toBe(403)
    expect((await as(otherId, () => operator.admin('GET', '/keys'))).code).toBe('NOT_A_MEMBER')
    const foreign = await as(accountId, () => operator.admin('GET', `/accounts/${otherId}/kyc`))
    expect(foreign.status).toBe(404)
  })

  it('is refused every operation that is no read, of every feature, also those about the operator itself', async () => {
    const all = process.server.host.operations.map(({ operation }) => operation)
    const writes = all.filter(({ effect, path }) => effect !== 'read' && path !== null)
    expect(writes.length).toBeGreaterThan(60)
    const told: string[] = []
    for (const { id, method, path } of writes) {
      const url = (path ?? '').replace(/\{\w+\}/g, (name) => (name === '{account_id}' ? accountId : UNKNOWN))
      const { status } = await as(accountId, () => operator.admin(method, url, {}))
      if (status !== 403) told.push(`${id}: ${status}`)
    }
    expect(told).toEqual([])
    // Without the header that chooses it stands for nothing, and never for the account.
    const unchosen = await operator.admin('POST', '/keys', { account_id: accountId, environment: 'sandbox' })
    expect(unchosen.code).toBe('SCOPE_MISSING')
  })

  it('is in the audit log of the account with why, before anything is seen', async () => {
    const audit = await as('operator', () =>
      operator.admin('GET', `/audit?account_id=${accountId}&action=account.view-as`),
    )
    expect(audit.body.items).toMatchObject([
      { actor: expect.stringMatching(/^person:/), account_id: accountId, after: { reason } },
    ])
    expect((await as('operator', () => begin(operator, 'nobody'))).status).toBe(404)
    const owner = await invited(process, { email: 'reads@acme.example', role: 'owner', accountId })
    const [entry] = (await owner.admin('GET', '/audit?action=account.view-as')).body.items
    expect(entry).toMatchObject({ account_id: accountId, after: { reason } })
    const own = await as('operator', () => operator.admin('GET', `/audit?actor=${entry.actor}&action=account.view-as`))
    expect(own.body.items).toEqual([entry])
    const without = await as('operator', () =>
      operator.admin('POST', '/me/view', { account_id: accountId, reason: ' ' }),
    )
    expect(without.status).toBe(422)
  })

  it('sees a suspended account too, one account at a time, until it ends it, for an hour at most', async () => {
    await process.server.host.get(Accounts).setStatus(accountId, 'suspended', 'test')
    expect((await as(accountId, () => operator.admin('GET', '/keys'))).status).toBe(200)
    expect((await as('operator', () => begin(operator, otherId))).status).toBe(200)
    expect((await as(accountId, () => operator.admin('GET', '/keys'))).code).toBe('NOT_A_MEMBER')
    expect((await as(otherId, () => operator.admin('DELETE', '/me/view'))).code).toBe('FORBIDDEN')
    for (const _ of [1, 2]) expect((await as('operator', () => operator.admin('DELETE', '/me/view'))).status).toBe(200)
    const ended = await operator.admin('GET', `/audit?account_id=${otherId}&action=account.view-end`)
    expect(ended.body.items).toMatchObject([{ actor: expect.stringMatching(/^person:/), account_id: otherId }])
    expect((await as(otherId, () => operator.admin('GET', '/keys'))).code).toBe('NOT_A_MEMBER')
    expect((await operator.admin('GET', '/keys')).status).toBe(200)
    expect((await begin(operator, otherId)).status).toBe(200)
    for (const minutes of [25, 25]) {
      place.clock.advance(minutes * 60_000)
      expect((await as(otherId, () => operator.admin('GET', '/keys'))).status).toBe(200)
    }
    place.clock.advance(HOUR_MS - 50 * 60_000)
    expect((await as(otherId, () => operator.admin('GET', '/keys'))).code).toBe('NOT_A_MEMBER')
  })

  it('is an operator: nobody else can, and a role that is taken away ends it', async () => {
    const owner = await invited(process, { email: 'owner@acme.example', role: 'owner', accountId: otherId })
    expect((await begin(owner, accountId)).code).toBe('FORBIDDEN')
    const support = await newOperator('support')
    expect((await begin(support, otherId)).status).toBe(200)
    const people = await process.server.host.run('people.list', { limit: 200 }, { operator: 'test' })
    const { items }: { items: readonly { email: string; membership_id: string }[] } = Object(people)
    const member = items.find(({ email }) => email === `ops${made}@ours.example`)
    await process.server.host.run('people.remove', { membership_id: member?.membership_id ?? '' }, { operator: 'test' })
    support.account = otherId
    expect((await support.admin('GET', '/keys')).code).toBe('NOT_A_MEMBER')
  })
})
