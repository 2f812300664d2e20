import { randomUUID } from 'node:crypto'
import { Ids, inr, service } from '@parakh/core'
import { createTestHost, manualClock, storeServices } from '@parakh/testkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { openStore } from '../../test/store-bench.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
/** Longer than a process hands events over alone. */
const LATER_MS = 60_000

/** A process of a deployment, which hands events over, and takes no calls. */
async function startProcess(database: TestDatabase, atMs: number) {
  const clock = manualClock(new Date(atMs))
  const store = await openStore(database, { clock })
  // Processes tell themselves apart by their ids.
  const ids = service(Ids, {}, () => ({ next: randomUUID }))
  const overrides = [...storeServices(store), ids]
  const { host } = await createTestHost({ plugins: [], clock, overrides })
  const heard: string[] = []
  const listen = (handle: (reference: string) => void | Promise<void> = () => undefined) =>
    host.on(
      'wallet.credited',
      async ({ data }) => {
        heard.push(data.reference)
        await handle(data.reference)
      },
      { durable: 'mailer' },
    )
  return { host, store, heard, listen, clock }
}
type Process = Awaited<ReturnType<typeof startProcess>>

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
const credit = async ({ store }: Process, accountId: string, reference: string): Promise<void> => {
  await store.wallet.credit({ accountId, environment: 'sandbox', amount: inr('5'), reference, actor: 'test' })
}

describe.each(ENGINES)('a durable listener on %s', (_, makeDatabase) => {
  const begin = async () => {
    const database = await makeDatabase()
    ends.push(database.drop)
    const start = async (atMs: number): Promise<Process> => {
      const made = await startProcess(database, atMs)
      ends.push(
        () => made.store.close(),
        () => made.host.stop(),
      )
      return made
    }
    const first = await start(Date.parse('2026-03-31T10:00:00Z'))
    const { id } = await first.store.accounts.create({ name: 'Acme', role: 'developer' })
    return { first, start, id, later: first.clock.now().getTime() + LATER_MS }
  }

  it('is handed what a process that died had not acknowledged, and nothing that it had', async () => {
    const { first, start, id, later } = await begin()
    let release = (): void => undefined
    const stuck = new Promise<void>((resolve) => {
      release = resolve
    })
    await first.listen((reference) => (reference === 'b' ? stuck : undefined))
    await first.host.work()
    for (const reference of ['a', 'b', 'c']) await credit(first, id, reference)
    await vi.waitFor(() => expect(first.heard).toContain('b'), PATIENCE)
    // In the middle of its handler, and it never acknowledges anything again: its lease ends.
    await first.store.close()
    const second = await start(later)
    await second.listen()
    await second.host.work()
    await vi.waitFor(() => expect(second.heard).toEqual(['b', 'c']), PATIENCE)
    release()
  })

  it('is handed what was committed while nothing ran, once', async () => {
    const { first, start, id, later } = await begin()
    await first.listen()
    await first.host.work()
    await credit(first, id, 'before')
    await vi.waitFor(() => expect(first.heard).toContain('before'), PATIENCE)
    await first.host.stop()
    await credit(first, id, 'meanwhile')
    const second = await start(later)
    await second.listen()
    await second.host.work()
    await vi.waitFor(() => expect(second.heard).toEqual(['meanwhile']), PATIENCE)
    await second.host.stop()
    const third = await start(later + LATER_MS)
    await third.listen()
    await third.host.work()
    await credit(third, id, 'after')
    await vi.waitFor(() => expect(third.heard).toEqual(['after']), PATIENCE)
  })

  it('is handed an event by one of two processes', async () => {
    const { first, start, id } = await begin()
    const second = await start(first.clock.now().getTime())
    for (const process of [first, second]) {
      await process.listen()
      await process.host.work()
    }
    const references = Array.from({ length: 20 }, (_, place) => `order-${place}`)
    for (const reference of references) await credit(first, id, reference)
    const heard = () => [...first.heard, ...second.heard].filter((reference) => reference.startsWith('order-'))
    await vi.waitFor(() => expect(heard()).toHaveLength(20), PATIENCE)
    await Promise.all([first.host.stop(), second.host.stop()])
    expect(heard().sort()).toEqual(references.toSorted())
  })
})
