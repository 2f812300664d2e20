import { manualClock } from '@parakh/testkit'
import { describe, expect, it } from 'vitest'
import { ENGINES } from '../../test/databases.ts'
import { eachEngine } from '../../test/each-engine.ts'
import { openStore } from '../../test/store-bench.ts'
import { createNonces } from './create-nonces.ts'

eachEngine('nonces', (database) => {
  it('are kept without a text that a caller chose', async () => {
    await createNonces(database()).claim({ scheme: 'partners', nonce: 'acme secret-text', at: 0, seconds: 1 })
    const rows: unknown = await database().knex(database().table('auth_nonce'))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/acme|secret|partners/)
  })
})

describe.each(ENGINES)('nonces that have ended, on %s', (_, make) => {
  it('are dropped with the stored answers, and the others stay', async () => {
    const place = await make()
    // PostgreSQL goes by its own time.
    const store = await openStore(place, { clock: manualClock(new Date()) })
    const at = Date.now() - 60_000
    await store.nonces.claim({ scheme: 'partners', nonce: 'ended', at, seconds: 1 })
    await store.nonces.claim({ scheme: 'partners', nonce: 'kept', at, seconds: 604_800 })
    await store.billing.purge(0)
    expect(await store.nonces.purge(at + 1_000)).toBe(0)
    expect(await store.nonces.purge(at + 604_800_000)).toBe(1)
    await store.close()
    await place.drop()
  })
})
