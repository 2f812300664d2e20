import { SharedClock } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { tokenIn } from '../test/browser.ts'
import { consolePlace } from '../test/console-world.ts'
import { forgetEnded } from './jobs.ts'
import { ConsoleParts } from './people/console-parts.ts'

describe.each(['sqlite3', 'pg'] as const)('the nightly job on %s', (client) => {
  it('forgets what is over, and ends no session that lives', async () => {
    const place = await consolePlace(client)
    const { server, browser } = await place.open()
    const { host } = server
    const parts = host.get(ConsoleParts)
    const forget = () => forgetEnded.definition.run({ payload: {}, parts })
    const owner = browser()
    const { account_id } = (await owner.signUp('asha@acme.example')).body
    const input = { account_id, role: 'viewer', person_ref: 'u-1' }
    const { url } = Object(await host.run('portal-links.create', input, { operator: 'test' }))
    await browser().post('/enter', { token: tokenIn(url) })
    place.clock.advance(12 * 3_600_000)
    await forget()
    expect((await owner.admin('GET', '/me')).status).toBe(200)
    place.clock.advance(31 * 86_400_000)
    await forget()
    expect(host.get(SharedClock).now()).toEqual(place.clock.now())
    expect((await owner.signIn('asha@acme.example')).status).toBe(200)
    expect((await owner.admin('GET', '/me/sessions')).body.items).toHaveLength(1)
    await place.end()
  })
})
