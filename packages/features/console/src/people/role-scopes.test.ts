import analytics from '@parakh/analytics'
import { hasAdminScope, personSelf } from '@parakh/core'
import documents from '@parakh/documents'
import funding from '@parakh/funding'
import invoicing from '@parakh/invoicing'
import plans from '@parakh/plans'
import resale from '@parakh/resale'
import webhooks from '@parakh/webhooks'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '../../../../../test/server.ts'
import {
  type AdminOperation,
  addressOf,
  askFor,
  type Ids,
  operationsOf,
  subjectsOf,
} from '../../test/admin-requests.ts'
import type { Browser, BrowserReply } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'
import { ACCOUNT_ROLES, OPERATOR_ROLES, scopesOf } from './roles.ts'

const CROSS_SITE = { 'sec-fetch-site': 'cross-site', 'x-console-page': '1', 'content-type': 'application/json' }

describe('what a role lacks, on every operation of a host', () => {
  let place: ConsolePlace
  let process: ConsoleProcess
  let ids: Ids
  beforeAll(async () => {
    place = await consolePlace('sqlite3')
    const features = [analytics(), documents(), funding(), invoicing(), plans(), resale(), webhooks(), orders()]
    process = await place.open({ plugins: features })
    const { body } = await process.browser().signUp('owner@acme.example')
    ids = await subjectsOf(process.server, String(body.account_id))
  })
  afterAll(() => place.end())

  let made = 0
  /** Somebody who proved both factors. */
  async function withFactors(role: string, accountId: string | null): Promise<Browser> {
    made += 1
    const browser = await invited(process, { email: `${role}-${made}@ours.example`, role, accountId, production: true })
    const { secret } = (await browser.admin('POST', '/me/totp')).body
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = totp.generate({ timestamp: place.clock.now().getTime() })
    expect((await browser.admin('POST', '/me/totp/confirm', { code })).status).toBe(200)
    return browser
  }
  const operations = () => operationsOf(process.server)
  const covers = (role: string, accountId: string | null, { scope }: AdminOperation): boolean => {
    const all = process.server.host.scopes
    return scope === null || hasAdminScope({ accountId, scopes: scopesOf(role, { accountId }, all) }, scope, all)
  }
  const refusal = ({ status, code }: BrowserReply) => `${status} ${code}`
  const LACKS = /^403 (SCOPE_MISSING|FORBIDDEN)$/

  it.each(OPERATOR_ROLES)('is refused to an operator with the role %s, and what it has is not', async (role) => {
    const browser = await withFactors(role, null)
    const lacking = operations().filter((operation) => !covers(role, null, operation))
    expect(lacking.length > 0).toBe(role !== 'admin')
    for (const operation of lacking) expect(refusal(await askFor(browser, operation, ids)), operation.id).toMatch(LACKS)
    for (const operation of operations().filter((one) => one.effect === 'read' && covers(role, null, one)))
      expect((await askFor(browser, operation, ids)).status, operation.id).not.toBe(403)
  })

  it.each(ACCOUNT_ROLES)(
    'is refused to a person with the role %s, and so is all that is of operators',
    async (role) => {
      const accountId = ids['account_id'] ?? ''
      const browser = await invited(process, { email: `a-${role}@acme.example`, role, accountId, production: true })
      const lacking = operations().filter((operation) => !covers(role, accountId, operation))
      expect(lacking.some(({ scope }) => scope?.for === 'operators')).toBe(true)
      for (const operation of lacking)
        expect(refusal(await askFor(browser, operation, ids)), operation.id).toMatch(LACKS)
    },
  )

  it('is every change, while an operator sees the console as an account does', async () => {
    const browser = await withFactors('admin', null)
    const begun = { account_id: ids['account_id'], reason: 'Ticket 4711' }
    expect((await browser.admin('POST', '/me/view', begun)).status).toBe(200)
    browser.account = ids['account_id'] ?? ''
    const changes = operations().filter(({ effect }) => effect !== 'read')
    // What is the operator's own is no change of the account.
    const others = changes.filter(({ scope }) => scope?.id !== personSelf.id)
    expect(others.length).toBeGreaterThan(60)
    for (const operation of others) expect(refusal(await askFor(browser, operation, ids)), operation.id).toMatch(LACKS)
    expect((await browser.admin('GET', `/accounts/${ids['account_id']}/kyc`)).status).toBe(200)
  })

  it('is every change that a page of another site has an operator send', async () => {
    const browser = await withFactors('admin', null)
    for (const operation of operations().filter(({ effect }) => effect !== 'read')) {
      const url = `/admin/v1${addressOf(operation, ids)}`
      const refused = await browser.send(operation.method, url, { body: '{}', headers: CROSS_SITE })
      expect([refused.status, refused.code], operation.id).toEqual([403, 'REQUEST_FORGED'])
    }
  })
})
