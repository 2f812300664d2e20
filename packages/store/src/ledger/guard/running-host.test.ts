import { defineEndpoint, definePlugin, inr, modern, zero } from '@parakh/core'
import { createTestHost, manualClock, storeServices } from '@parakh/testkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { ENGINES, type TestDatabase } from '../../../test/databases.ts'
import { openTables } from '../../../test/ledger-bench.ts'
import { openStore } from '../../../test/store-bench.ts'

const endpoint = (id: string, price: ReturnType<typeof inr>) =>
  defineEndpoint({
    ...{ id, method: 'GET', path: `/${id}`, group: 'Echo', summary: 'Says it again', envelope: modern, price },
    request: z.object({ word: z.string() }),
    data: z.object({ word: z.string() }),
    errors: {},
    handle: async ({ request, answer }) => answer(request),
    fixtures: [{ scenario: 'success', request: { word: 'yes' } }],
  })
const echo = definePlugin({
  id: 'echo',
  contract: 1,
  endpoints: [endpoint('paid-echo', inr('1')), endpoint('free-echo', zero)],
})

/** A host on a real database, with its background running: one process of a deployment. */
async function startHost(database: TestDatabase) {
  const clock = manualClock()
  const store = await openStore(database, { clock })
  const { host, logger } = await createTestHost({
    plugins: [echo()],
    clock,
    overrides: storeServices(store),
  })
  await host.start()
  return { host, store, logger, clock }
}

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

describe.each(ENGINES)('money on %s, when a row is damaged under a running host', (name, makeDatabase) => {
  it('stops in every process, with the reason in the log, and goes on when it is resumed', async () => {
    const database = await makeDatabase()
    ends.push(database.drop)
    const first = await startHost(database)
    ends.push(
      () => first.host.stop(),
      () => first.store.close(),
    )
    const processes = [first]
    if (name === 'pg') {
      const second = await startHost(database)
      ends.push(
        () => second.host.stop(),
        () => second.store.close(),
      )
      processes.push(second)
    }
    const tables = openTables(database)
    ends.push(() => tables.destroy())
    const { id } = await first.store.accounts.create({ name: 'Acme', role: 'developer' })
    const other = await first.store.accounts.create({ name: 'Another', role: 'developer' })
    const damaged = () => tables('parakh_wallet').where({ account_id: other.id, environment: 'sandbox' })
    const { key, apiSecret } = await first.store.keys.create({ accountId: id, environment: 'sandbox' })
    const credentials = { apiKey: key.publicId, apiSecret }
    const call = (at: typeof first, what: string, requestId?: string) =>
      at.host.call(what, { word: 'yes' }, credentials, requestId === undefined ? {} : { requestId })
    const stored = await call(first, 'paid-echo', 'asked-before')
    expect(stored).toMatchObject({ status: 200 })

    await damaged().increment('posted', 5)
    for (const each of processes) {
      await vi.waitFor(async () => expect(await call(each, 'paid-echo')).toMatchObject({ code: 'MONEY_STOPPED' }), {
        timeout: 20_000,
        interval: 200,
      })
      expect(await call(each, 'paid-echo')).toMatchObject({ status: 503, headers: { 'retry-after': '60' } })
      expect(await call(each, 'free-echo')).toMatchObject({ status: 200 })
      expect(await call(each, 'paid-echo', 'asked-before')).toMatchObject({ status: 200, outcome: 'replay' })
      const told = each.logger.lines.find(({ event }) => event === 'money.stopped')
      expect(told?.facts).toMatchObject({ mode: 'stopped', remedy: expect.stringContaining('parakh ledger verify') })
    }
    expect(await first.store.money.state()).toMatchObject({ mode: 'stopped', reason: expect.stringMatching(/^I3: /) })

    await damaged().decrement('posted', 5)
    await first.store.money.resume('the balance was mended')
    for (const each of processes)
      await vi.waitFor(async () => expect(await call(each, 'paid-echo')).toMatchObject({ status: 200 }), {
        timeout: 20_000,
        interval: 200,
      })
    expect(await first.store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
  }, 60_000)
})
