import { inr, Wallet } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace } from '../../test/console-world.ts'

/** Where a sign-up writes, in its order. */
const WRITES = ['account', 'wallet', 'console_membership', 'api_key', 'key_window'] as const

describe.each(['sqlite3', 'pg'] as const)('a sign-up on %s', (client) => {
  let place: ConsolePlace
  let process: ConsoleProcess
  let rows: ReturnType<ConsolePlace['rows']>
  beforeAll(async () => {
    place = await consolePlace(client)
    process = await place.open()
    rows = place.rows()
  })
  afterAll(() => place.end())

  /** Has the database refuse what a sign-up writes there. @returns Ends it. */
  async function breakAt(table: string): Promise<() => Promise<unknown>> {
    const on = `parakh_${table}`
    if (client === 'sqlite3') {
      await rows.raw(`create trigger broken before insert on ${on} begin select raise(abort, 'broken'); end`)
      return () => rows.raw('drop trigger broken')
    }
    await rows.raw(`create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`)
    await rows.raw(`create trigger broken before insert on ${on} for each row execute function broken()`)
    return () => rows.raw('drop function broken cascade')
  }
  const counts = async () => {
    const made: Record<string, number> = {}
    for (const table of WRITES) made[table] = (await rows(`parakh_${table}`).select('*')).length
    return made
  }
  const ask = (browser: Browser) => browser.post('/sign-up', { account_name: 'Acme', name: 'Asha Rao' })

  it.each(WRITES)('that fails where it writes %s leaves nothing, and the next try opens the account', async (table) => {
    const browser = process.browser({ ip: `192.0.2.${WRITES.indexOf(table)}` })
    await browser.signIn(`${table}@acme.example`)
    const before = await counts()
    const mend = await breakAt(table)
    expect((await ask(browser)).status).toBe(500)
    expect(await counts()).toEqual(before)
    const left = (await browser.ask('GET', '/console/session')).body.session
    expect([left.needs, left.person.name]).toEqual(['account', table])
    await mend()
    const { status, body } = await ask(browser)
    expect([status, body.session.needs, body.session.memberships.length]).toEqual([201, null, 1])
    expect(await process.server.host.get(Wallet).balance(body.account_id, 'sandbox')).toMatchObject({
      available: inr('100'),
    })
    expect(await counts()).toEqual({ ...before, ...added(before) })
  })
  const added = (before: Readonly<Record<string, number>>) =>
    Object.fromEntries(WRITES.map((table) => [table, (before[table] ?? 0) + (table === 'wallet' ? 2 : 1)]))
})
