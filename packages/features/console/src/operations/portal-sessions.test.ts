import { Accounts, AuditLog } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenIn } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'

describe.each(['sqlite3', 'pg'] as const)('a session of a portal link on %s', (client) => {
  let place: ConsolePlace
  let one: ConsoleProcess
  beforeAll(async () => {
    place = await consolePlace(client)
    one = await place.open()
  })
  afterAll(() => place.end())

  const account = async (parentId: string | null = null) =>
    (await one.server.host.get(Accounts).create({ name: 'Acme', role: 'developer', parentId, actor: 'test' })).id
  const run = async (id: string, input: object, as: object = { operator: 'admin:desk' }) =>
    Object(await one.server.host.run(id, input, as as { operator: string }))
  const linkFor = async (account_id: string, person_ref: string) =>
    tokenIn((await run('portal-links.create', { account_id, role: 'developer', person_ref })).url)
  async function entered(account_id: string, person_ref: string) {
    const browser = one.browser({ ip: `${account_id} ${person_ref}` })
    expect((await browser.post('/enter', { token: await linkFor(account_id, person_ref) })).status).toBe(200)
    return browser
  }
  const list = async (input: object) => (await run('portal-sessions.list', input)).items

  it('is listed with its person, for one account or one person', async () => {
    const [id, other] = [await account(), await account()]
    await entered(id, 'u-1')
    await entered(id, 'u-2')
    await entered(other, 'u-1')
    const items = await list({ account_id: id })
    expect(items).toMatchObject([{ person_ref: 'u-1', role: 'developer', agent: 'test' }, { person_ref: 'u-2' }])
    expect(await list({ account_id: id, person_ref: 'u-2' })).toEqual([items[1]])
    const first = await run('portal-sessions.list', { account_id: id, limit: 1 })
    const second = await run('portal-sessions.list', { account_id: id, limit: 1, cursor: first.next_cursor })
    expect([...first.items, ...second.items, second.next_cursor]).toEqual([...items, null])
  })

  it('ends from the next request on, alone, and the audit log of the account has who ended it', async () => {
    const id = await account()
    const [ended, kept] = [await entered(id, 'u-1'), await entered(id, 'u-2')]
    const [session] = await list({ account_id: id, person_ref: 'u-1' })
    const input = { account_id: id, session_id: session.session_id }
    expect(await run('portal-sessions.end', input)).toEqual({ ended: true })
    expect((await ended.admin('GET', '/keys')).code).toBe('SESSION_ENDED')
    expect((await kept.admin('GET', '/keys')).status).toBe(200)
    expect(await list({ account_id: id })).toHaveLength(1)
    await expect(run('portal-sessions.end', input)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
    const query = { accountIds: [id], action: 'portal-session.end', cursor: null, limit: 5 }
    const { items } = await one.server.host.get(AuditLog).list(query)
    expect(items).toMatchObject([{ actor: 'admin:desk', subject: `session/${session.session_id}` }])
  })

  it('ends with all others of the account or of the person, and no unused link begins another one', async () => {
    const [id, other] = [await account(), await account()]
    const [first, second] = [await entered(id, 'u-1'), await entered(id, 'u-2')]
    const foreign = await entered(other, 'u-1')
    const unused = await linkFor(id, 'u-1')
    const ofPerson = { account_id: id, person_ref: 'u-1' }
    expect(await run('portal-sessions.end-all', ofPerson)).toEqual({ ended: 1, links: 1 })
    expect((await first.admin('GET', '/keys')).code).toBe('SESSION_ENDED')
    expect((await first.post('/enter', { token: unused })).code).toBe('PORTAL_LINK_ENDED')
    expect((await second.admin('GET', '/keys')).status).toBe(200)
    expect(await run('portal-sessions.end-all', { account_id: id })).toEqual({ ended: 1, links: 0 })
    expect((await second.admin('GET', '/keys')).code).toBe('SESSION_ENDED')
    expect((await foreign.admin('GET', '/keys')).status).toBe(200)
    expect(await run('portal-sessions.end-all', { account_id: id })).toEqual({ ended: 0, links: 0 })
    const query = { accountIds: [id], action: 'portal-session.end-all', cursor: null, limit: 5 }
    const { items } = await one.server.host.get(AuditLog).list(query)
    expect(items.map(({ after }) => after)).toEqual([
      { ended: 1, links: 0 },
      { ended: 1, links: 1 },
    ])
  })

  it('ends when the maker of its link loses or changes the role, also by a credential, and so does an unused link', async () => {
    const id = await account()
    const owner = await invited(one, { email: `boss-${client}@acme.example`, role: 'owner', accountId: id })
    for (const [n, to] of [null, 'viewer'].entries()) {
      const email = `maker${n}-${client}@acme.example`
      const maker = await invited(one, { email, role: 'admin', accountId: id })
      const { person_id, membership_id } = (await run('people.list', { email })).items[0]
      const asked = { role: 'admin', person_ref: `u-${n}` }
      const made = async () => tokenIn((await maker.admin('POST', `/accounts/${id}/portal-links`, asked)).body.url)
      const credential = { accountId: id, actor: `person:${person_id}/ci@${id}` }
      const byCredential = tokenIn(
        (await run('portal-links.create', { account_id: id, role: 'admin', person_ref: `c-${n}` }, credential)).url,
      )
      const [session, other] = [one.browser({ ip: `a${n}` }), one.browser({ ip: `b${n}` })]
      expect((await session.post('/enter', { token: await made() })).status).toBe(200)
      expect((await other.post('/enter', { token: byCredential })).status).toBe(200)
      const unused = await made()
      const kept = await entered(id, `k-${n}`)
      const reply = await (to === null
        ? owner.admin('DELETE', `/people/${membership_id}`)
        : owner.admin('PATCH', `/people/${membership_id}`, { role: to }))
      expect(reply.status).toBe(200)
      for (const browser of [session, other]) expect((await browser.admin('GET', '/keys')).code).toBe('SESSION_ENDED')
      expect((await one.browser({ ip: `d${n}` }).post('/enter', { token: unused })).code).toBe('PORTAL_LINK_ENDED')
      expect((await kept.admin('GET', '/keys')).status).toBe(200)
    }
  })

  it('is not listed after it has expired', async () => {
    const id = await account()
    await entered(id, 'u-1')
    place.clock.advance(3_600_000)
    expect(await list({ account_id: id })).toEqual([])
  })

  it('is ended by owners of its account, also without a fresh proof, and by no other account or role', async () => {
    const id = await account()
    const owner = await invited(one, { email: `owner-${client}@acme.example`, role: 'owner', accountId: id })
    const viewer = await invited(one, { email: `viewer-${client}@acme.example`, role: 'viewer', accountId: id })
    const stranger = one.browser({ ip: `stranger ${client}` })
    await stranger.signUp(`stranger-${client}@acme.example`)
    const url = `/accounts/${id}/portal-sessions`
    for (let minute = 0; minute < 11; minute += 1) place.clock.advance(60_000)
    const guest = await entered(id, 'u-1')
    const [{ session_id }] = await list({ account_id: id })
    expect((await viewer.admin('DELETE', `${url}/${session_id}`)).code).toBe('SCOPE_MISSING')
    expect((await stranger.admin('GET', url)).code).toBe('NOT_FOUND')
    expect((await stranger.admin('DELETE', `${url}/${session_id}`)).code).toBe('NOT_FOUND')
    const own = `/accounts/${(await stranger.admin('GET', '/accounts')).body.items[0].account_id}/portal-sessions`
    expect((await stranger.admin('DELETE', `${own}/${session_id}`)).code).toBe('NOT_FOUND')
    expect((await guest.admin('GET', '/keys')).status).toBe(200)
    expect((await owner.admin('DELETE', `${url}/${session_id}`)).status).toBe(200)
    expect((await guest.admin('GET', '/keys')).code).toBe('SESSION_ENDED')
  })
})
