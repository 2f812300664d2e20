import analytics from '@parakh/analytics'
import { Keys, namesAccount } from '@parakh/core'
import documents from '@parakh/documents'
import funding from '@parakh/funding'
import invoicing from '@parakh/invoicing'
import type { HostedOperation } from '@parakh/kernel'
import plans from '@parakh/plans'
import resale from '@parakh/resale'
import webhooks from '@parakh/webhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIXED_PARTS, orders, SUBJECTS, WITHIN_ACCOUNT } from '../../../../../test/server.ts'
import type { Browser, BrowserReply } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'
import consolePlugin from '../index.ts'
import { ACCOUNT_ROLES } from './roles.ts'

const FIXED: Readonly<Record<string, string>> = { ...FIXED_PARTS, environment: 'sandbox' }
const UNKNOWN = '00000000000000000000000000'
/** What background work writes meanwhile: it delivers events, adds calls up, and checks entries. */
const BACKGROUND = /_(outbox_lease|job|ledger_guard)$|_webhooks_|_analytics_/
type Ids = Readonly<Record<string, string>>

describe('another account to a person, on every operation of a host', () => {
  let place: ConsolePlace
  let process: ConsoleProcess
  let mine: { readonly id: string; readonly browser: Browser }
  let foreign: Ids
  beforeAll(async () => {
    place = await consolePlace('sqlite3')
    const features = [analytics(), documents(), funding(), invoicing(), plans(), resale(), webhooks(), orders()]
    process = await place.open({ plugins: features })
    mine = await openAccount('mine@acme.example')
    const theirs = await openAccount('theirs@acme.example')
    foreign = { ...(await subjectsOf(theirs.id)), ...(await peopleOf(theirs)) }
  })
  afterAll(() => place.end())

  async function openAccount(email: string) {
    const browser = process.browser({ ip: email })
    return { browser, id: String((await browser.signUp(email)).body.account_id) }
  }
  async function subjectsOf(accountId: string): Promise<Ids> {
    const { host } = process.server
    const of = { accountId, environment: 'sandbox' } as const
    const made: Record<string, string> = { account_id: accountId, key_id: (await host.get(Keys).create(of)).key.id }
    for (const [name, make] of Object.entries(SUBJECTS)) made[name] = (await make(host, of)) ?? UNKNOWN
    return made
  }
  async function peopleOf({ browser, id: account_id }: typeof mine): Promise<Ids> {
    const ask = { email: 'guest@acme.example', role: 'viewer', account_id }
    const { invitation_id } = (await browser.admin('POST', '/people/invite', ask)).body
    const { membership_id } = (await browser.admin('GET', '/people')).body.items[0]
    const { session_id } = (await browser.admin('GET', '/me/sessions')).body.items[0]
    const { token_id } = (await browser.admin('POST', '/tokens', { name: 'ci', scopes: ['keys:read'] })).body
    return { invitation_id, membership_id, session_id, token_id }
  }

  const operations = (): readonly HostedOperation['operation'][] =>
    process.server.host.operations.map(({ operation }) => operation).filter(({ path }) => path !== null)
  const fieldsOf = ({ id, input, parameters }: HostedOperation['operation']): readonly string[] =>
    Object.keys(input.shape).filter(
      (field) => !parameters.includes(field) && (namesAccount(field) || (WITHIN_ACCOUNT[id] ?? []).includes(field)),
    )
  const idBearing = () =>
    operations().filter(
      (operation) => operation.parameters.some((name) => !Object.hasOwn(FIXED, name)) || fieldsOf(operation).length > 0,
    )
  const ask = (browser: Browser, operation: HostedOperation['operation'], ids: Ids): Promise<BrowserReply> => {
    const { method, path, parameters } = operation
    const filled = (name: string) => FIXED[name] ?? ids[name] ?? ids['account_id'] ?? UNKNOWN
    const url = parameters.reduce(
      (made, name) => made.replace(`{${name}}`, encodeURIComponent(filled(name))),
      path ?? '',
    )
    const named = [
      ...fieldsOf(operation),
      ...(Object.hasOwn(operation.input.shape, 'environment') ? ['environment'] : []),
    ]
    const fields = Object.fromEntries(
      named.filter((name) => !parameters.includes(name)).map((name) => [name, filled(name)]),
    )
    const hasQuery = method === 'GET' || method === 'DELETE'
    return hasQuery
      ? browser.admin(method, `${url}?${new URLSearchParams(fields)}`)
      : browser.admin(method, url, fields)
  }
  const told = ({ status, body }: BrowserReply, ids: Ids) => {
    return [status, Object.values(ids).reduce((left, id) => left.replaceAll(id, 'ID'), JSON.stringify(body))]
  }

  it.each(ACCOUNT_ROLES)('is answered as one that does not exist: to a person with the role %s', async (role) => {
    const browser =
      role === 'owner'
        ? mine.browser
        : await invited(process, { email: `${role}@acme.example`, role, accountId: mine.id, production: true })
    const unknown = Object.fromEntries(Object.keys(foreign).map((name) => [name, UNKNOWN]))
    expect(idBearing().length).toBeGreaterThan(60)
    for (const operation of idBearing()) {
      const [theirs, nothing] = [await ask(browser, operation, foreign), await ask(browser, operation, unknown)]
      expect([403, 404], `${operation.id}: ${JSON.stringify(theirs.body)}`).toContain(theirs.status)
      expect(told(theirs, foreign), operation.id).toEqual(told(nothing, unknown))
    }
  })

  it('is asked for by requests to read that write nothing, and another site cannot have them write', async () => {
    const tables = place.rows()
    const snapshot = async () => {
      const names: { name: string }[] = await tables('sqlite_master').where({ type: 'table' }).orderBy('name')
      const rows: Record<string, string> = {}
      for (const { name } of names.filter((table) => !BACKGROUND.test(table.name)))
        rows[name] = JSON.stringify(await tables(name), (key, value) => (key.startsWith('delivered_') ? null : value))
      return rows
    }
    const own = { ...(await subjectsOf(mine.id)), account_id: mine.id }
    const paths = operations().filter(({ effect }) => effect === 'read')
    expect(operations().filter(({ method, effect }) => method === 'GET' && effect !== 'read')).toEqual([])
    const urls = paths.map(({ path, parameters }) =>
      parameters.reduce(
        (url, name) => url.replace(`{${name}}`, FIXED[name] ?? Object(own)[name] ?? mine.id),
        `/admin/v1${path}`,
      ),
    )
    const routes = consolePlugin.definition.routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
    expect([urls.length > 30, routes.includes('/console/session')]).toEqual([true, true])
    await mine.browser.send('GET', '/console/session')
    const before = await snapshot()
    const headers = { 'sec-fetch-site': 'cross-site' }
    for (const url of [...urls, ...routes]) await mine.browser.send('GET', url, { headers })
    expect(await snapshot()).toEqual(before)
  })

  it('is told from the own one, which its owner reads', async () => {
    const own = { ...(await subjectsOf(mine.id)), ...(await peopleOf(mine)) }
    for (const operation of idBearing().filter(({ method, scope }) => method === 'GET' && scope?.for !== 'operators'))
      expect([403, 404], operation.id).not.toContain((await ask(mine.browser, operation, own)).status)
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
