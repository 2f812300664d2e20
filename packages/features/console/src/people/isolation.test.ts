import analytics from '@parakh/analytics'
import { Accounts } from '@parakh/core'
import documents from '@parakh/documents'
import funding from '@parakh/funding'
import invoicing from '@parakh/invoicing'
import plans from '@parakh/plans'
import resale from '@parakh/resale'
import webhooks from '@parakh/webhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '../../../../../test/server.ts'
import { addressOf, askFor, bearsIds, type Ids, operationsOf, subjectsOf, UNKNOWN } from '../../test/admin-requests.ts'
import type { Browser, BrowserReply } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'
import consolePlugin from '../index.ts'
import { ACCOUNT_ROLES } from './roles.ts'

/** What background work writes meanwhile: it delivers events, adds calls up, and checks entries. */
const BACKGROUND = /_(outbox_lease|job|ledger_guard)$|_webhooks_|_analytics_/

describe('another account to a person, on every operation of a host', () => {
  let place: ConsolePlace
  let process: ConsoleProcess
  let mine: { readonly id: string; readonly browser: Browser }
  let foreign: Ids
  let below: Promise<Ids> | undefined
  beforeAll(async () => {
    place = await consolePlace('sqlite3')
    const features = [analytics(), documents(), funding(), invoicing(), plans(), resale(), webhooks(), orders()]
    process = await place.open({ plugins: features })
    mine = await openAccount('mine@acme.example')
    const theirs = await openAccount('theirs@acme.example')
    foreign = { ...(await subjectsOf(process.server, theirs.id)), ...(await peopleOf(theirs)) }
  })
  afterAll(() => place.end())

  async function openAccount(email: string) {
    const browser = process.browser({ ip: email })
    return { browser, id: String((await browser.signUp(email)).body.account_id) }
  }
  async function peopleOf({ browser, id: account_id }: typeof mine): Promise<Ids> {
    const ask = { email: 'guest@acme.example', role: 'viewer', account_id }
    const { invitation_id } = (await browser.admin('POST', '/people/invite', ask)).body
    const { membership_id } = (await browser.admin('GET', '/people')).body.items[0]
    const { session_id } = (await browser.admin('GET', '/me/sessions')).body.items[0]
    const { token_id } = (await browser.admin('POST', '/tokens', { name: 'ci', scopes: ['keys:read'] })).body
    return { invitation_id, membership_id, session_id, token_id }
  }

  const operations = () => operationsOf(process.server)
  const idBearing = () => operations().filter(bearsIds)
  const told = ({ status, body }: BrowserReply, ids: Ids) => {
    return [status, Object.values(ids).reduce((left, id) => left.replaceAll(id, 'ID'), JSON.stringify(body))]
  }

  /** The ids of an account are answered as those of none, by every operation that takes one. */
  async function expectsUnknown(browser: Browser, ids: Ids): Promise<void> {
    const unknown = Object.fromEntries(Object.keys(ids).map((name) => [name, UNKNOWN]))
    for (const operation of idBearing()) {
      const [theirs, nothing] = [await askFor(browser, operation, ids), await askFor(browser, operation, unknown)]
      expect([403, 404], `${operation.id}: ${JSON.stringify(theirs.body)}`).toContain(theirs.status)
      expect(told(theirs, ids), operation.id).toEqual(told(nothing, unknown))
    }
  }
  /** What a customer below another reseller has. */
  async function belowAnother(): Promise<Ids> {
    below ??= (async () => {
      const accounts = process.server.host.get(Accounts)
      const parent = await accounts.create({ name: 'Another reseller', role: 'retailer' })
      const { id } = await accounts.create({ name: 'Below another', role: 'customer', parentId: parent.id })
      return await subjectsOf(process.server, id)
    })()
    return await below
  }

  it.each(ACCOUNT_ROLES)('is answered as one that does not exist: to a person with the role %s', async (role) => {
    const browser =
      role === 'owner'
        ? mine.browser
        : await invited(process, { email: `${role}@acme.example`, role, accountId: mine.id, production: true })
    expect(idBearing().length).toBeGreaterThan(60)
    await expectsUnknown(browser, foreign)
  })

  it.each(ACCOUNT_ROLES)(
    'of another branch is unknown to a person with the role %s of a reseller too',
    async (role) => {
      const accounts = process.server.host.get(Accounts)
      const { id: accountId } = await accounts.create({ name: `Reseller ${role}`, role: 'retailer' })
      await accounts.create({ name: 'Below it', role: 'customer', parentId: accountId })
      const email = `reseller-${role}@acme.example`
      const browser = await invited(process, { email, role, accountId, production: true })
      await expectsUnknown(browser, await belowAnother())
    },
  )

  it('is asked for by requests to read that write nothing, and another site cannot have them write', async () => {
    const tables = place.rows()
    const snapshot = async () => {
      const names: { name: string }[] = await tables('sqlite_master').where({ type: 'table' }).orderBy('name')
      const rows: Record<string, string> = {}
      for (const { name } of names.filter((table) => !BACKGROUND.test(table.name)))
        rows[name] = JSON.stringify(await tables(name), (key, value) => (key.startsWith('delivered_') ? null : value))
      return rows
    }
    const own = { ...(await subjectsOf(process.server, mine.id)), account_id: mine.id }
    const paths = operations().filter(({ effect }) => effect === 'read')
    expect(operations().filter(({ method, effect }) => method === 'GET' && effect !== 'read')).toEqual([])
    const urls = paths.map((operation) => `/admin/v1${addressOf(operation, own)}`)
    const routes = consolePlugin.definition.routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
    expect([urls.length > 30, routes.includes('/console/session')]).toEqual([true, true])
    await mine.browser.send('GET', '/console/session')
    const before = await snapshot()
    const headers = { 'sec-fetch-site': 'cross-site' }
    for (const url of [...urls, ...routes]) await mine.browser.send('GET', url, { headers })
    expect(await snapshot()).toEqual(before)
  })

  it('is told from the own one, which its owner reads', async () => {
    const own = { ...(await subjectsOf(process.server, mine.id)), ...(await peopleOf(mine)) }
    for (const operation of idBearing().filter(({ method, scope }) => method === 'GET' && scope?.for !== 'operators'))
      expect([403, 404], operation.id).not.toContain((await askFor(mine.browser, operation, own)).status)
  })

  it.each(ACCOUNT_ROLES)('stands in no list of a person with the role %s', async (role) => {
    const email = `list-${role}@acme.example`
    const browser = await invited(process, { email, role, accountId: mine.id })
    for (const operation of operations().filter(
      ({ method, parameters }) => method === 'GET' && parameters.length === 0,
    )) {
      const { body } = await browser.admin('GET', operation.path ?? '')
      for (const id of Object.values(foreign)) expect(JSON.stringify(body).includes(id), operation.id).toBe(false)
    }
  })
})
