import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'
import { rolesBack } from './access-of-person.ts'

const day = (nth: number): Date => new Date(Date.UTC(2026, 0, nth))
const change = (accountId: string | null, nth: number, role: string) => ({
  ...{ accountId, at: day(nth), before: { role, production: false } },
})
const window = { from: day(10), until: day(20) }

describe('the roles of a person in a time', () => {
  const now = (role: string, nth: number, account_id: string | null = 'a') => ({
    account_id,
    role,
    created_at: day(nth),
  })

  it('are those that it has, from when it has them', () => {
    expect(rolesBack([now('owner', 1), now('viewer', 15, 'b'), now('admin', 25, null)], [], window)).toEqual([
      { accountId: 'a', role: 'owner', ...window },
      { accountId: 'b', role: 'viewer', from: day(15), until: day(20) },
    ])
  })

  it('are those that it had before a change, also where they were changed or taken away after the time', () => {
    const changes = [change('a', 25, 'billing'), change('a', 12, 'viewer')]
    expect(rolesBack([now('owner', 1)], changes, window)).toEqual([
      { accountId: 'a', role: 'billing', from: day(12), until: day(20) },
      { accountId: 'a', role: 'viewer', from: day(10), until: day(12) },
    ])
    expect(rolesBack([], [change('a', 25, 'owner')], window)).toEqual([{ accountId: 'a', role: 'owner', ...window }])
  })

  it('have the time between when one was taken away and given again', () => {
    expect(rolesBack([now('owner', 16)], [change('a', 12, 'viewer')], window)).toEqual([
      { accountId: 'a', role: 'owner', from: day(16), until: day(20) },
      { accountId: 'a', role: 'viewer', from: day(10), until: day(12) },
    ])
  })
})

describe.each(['sqlite3', 'pg'] as const)('a breach export of a person, on %s', (client) => {
  let place: ConsolePlace
  let process: ConsoleProcess
  beforeAll(async () => {
    place = await consolePlace(client)
    process = await place.open()
  })
  afterAll(() => place.end())

  it('has its sessions, its roles with the accounts in reach, what it did and what its tokens did', async () => {
    const owner = process.browser()
    const accountId = String((await owner.signUp('owner@acme.example')).body.account_id)
    const browser = await invited(process, { email: 'dev@acme.example', role: 'admin', accountId, production: true })
    const { person_id } = (await browser.admin('GET', '/me')).body
    const made = await browser.admin('POST', '/keys', { account_id: accountId, environment: 'sandbox' })
    expect(made.status).toBe(201)
    const { items } = (await owner.admin('GET', `/people?account_id=${accountId}`)).body
    const member = items.find((one: { role: string }) => one.role === 'admin')
    place.clock.advance(60_000)
    expect((await owner.admin('DELETE', `/people/${member.membership_id}`)).status).toBe(200)
    const file = await process.server.host.run(
      'breach.export',
      { person_id, since: '2026-11-23T00:00:00Z', until: '2026-11-24T00:00:00Z', format: 'jsonl' },
      { operator: 'test' },
    )
    const lines = await linesOf(file)
    const of = (kind: string) => lines.filter((line) => line['kind'] === kind)
    expect(of('session')).toMatchObject([
      { subject: `person/${person_id}`, address: '203.0.113.7', detail: { agent: 'test' } },
    ])
    expect(of('credential')).toMatchObject([
      { account_id: accountId, role: 'admin', until: place.clock.now().toISOString() },
    ])
    expect(of('reach')).toMatchObject([{ account_id: accountId, role: 'admin' }])
    expect(of('act')).toContainEqual(
      expect.objectContaining({
        actor: `person:${person_id}`,
        action: 'key.create',
        shown: 'secret',
        account_id: accountId,
      }),
    )
  })
})

async function linesOf(file: unknown): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { bytes } = file as { readonly bytes: AsyncIterable<Uint8Array> }
  let text = ''
  for await (const piece of bytes) text += new TextDecoder().decode(piece)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}
