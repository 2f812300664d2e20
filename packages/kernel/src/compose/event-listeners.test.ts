import { defineEvent, definePlugin, type EventSink, EventSinks, inr, type OutboxEvent } from '@parakh/core'
import { createTestHost, type TestHost } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { ParcelNoted, parcels } from '../../test/parcels.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
const Subscribed = defineEvent('news.subscribed', z.object({ paper: z.string() }))
const broker = (sink: EventSink) =>
  definePlugin({
    id: 'brokers',
    contract: 1,
    contributes: [EventSinks.driver({ id: 'broker', options: z.object({}), needs: {}, make: () => sink })],
  })()

let made: TestHost
let taken: OutboxEvent[]
beforeEach(async () => {
  taken = []
  const sink: EventSink = { deliver: async (events) => void taken.push(...events) }
  const events = { warehouse: { use: 'broker' } }
  made = await createTestHost({ plugins: [parcels(), broker(sink)], events })
})
afterEach(() => made.host.stop())

/** Commits that money came in: `wallet.credited`. */
const credit = async (reference: string): Promise<void> => {
  const { accountId, environment } = { accountId: made.account.id, environment: 'sandbox' as const }
  await made.store.wallet.credit({ accountId, environment, amount: inr('5'), reference, actor: 'test' })
}
/** Commits an event of a plugin. */
const emit = async (type: string, data: Record<string, unknown>): Promise<void> => {
  const events = [{ id: `${type}-${JSON.stringify(data)}`, type, data }]
  const writes = { records: [], events, jobs: [], refunds: [], asyncState: null }
  const of = { accountId: made.account.id, environment: 'sandbox' as const, at: 0, actor: 'test' }
  await made.store.billing.commit({ kind: 'commit', ...of, writes })
}

describe('host.on', () => {
  it("calls a handler with the host's own event, with its data, once it is committed", async () => {
    const heard: object[] = []
    await made.host.on('wallet.credited', ({ accountId, environment, data: { reference, amount } }) => {
      heard.push({ accountId, environment, reference, amount })
    })
    await credit('utr-1')
    await vi.waitFor(() => expect(heard).toHaveLength(1), PATIENCE)
    expect(heard).toEqual([{ accountId: made.account.id, environment: 'sandbox', reference: 'utr-1', amount: 5 }])
  })

  it("calls a handler with a plugin's event by value, whichever copy of the value", async () => {
    const heard: string[] = []
    await made.host.on(Subscribed, ({ data }) => void heard.push(data.paper))
    await made.host.on(ParcelNoted, ({ data }) => void heard.push(data.note))
    await emit('news.subscribed', { paper: 'Mint' })
    await emit('parcel.noted', { note: 'dented' })
    await vi.waitFor(() => expect(heard).toEqual(['Mint', 'dented']), PATIENCE)
  })

  it('calls it no more after it was ended', async () => {
    const heard: string[] = []
    const end = await made.host.on('wallet.credited', ({ data }) => void heard.push(data.reference))
    const lasting: string[] = []
    await made.host.on('wallet.credited', ({ data }) => void lasting.push(data.reference))
    await credit('a')
    await vi.waitFor(() => expect(heard).toEqual(['a']), PATIENCE)
    end()
    await credit('b')
    await vi.waitFor(() => expect(lasting).toEqual(['a', 'b']), PATIENCE)
    expect(heard).toEqual(['a'])
  })

  it('logs a handler that throws, without the message, and hands the event to the others and not to it again', async () => {
    let failing = 0
    const heard: string[] = []
    await made.host.on('wallet.credited', () => {
      failing += 1
      throw new RangeError('a secret of the account')
    })
    await made.host.on('wallet.credited', ({ data }) => void heard.push(data.reference))
    await credit('a')
    await credit('b')
    await vi.waitFor(() => expect(heard).toEqual(['a', 'b']), PATIENCE)
    await made.host.stop()
    expect(failing).toBe(2)
    const [line] = made.logger.of('event.handler_failed')
    expect(line).toMatchObject({
      ...{ level: 'error', facts: { error: 'EVENT_HANDLER_FAILED', type: 'wallet.credited', reason: 'RangeError' } },
    })
    expect(JSON.stringify(made.logger.lines)).not.toContain('a secret')
  })

  it('is waited for when the host stops, and told so', async () => {
    const steps: string[] = []
    await made.host.on('wallet.credited', async (_, { signal }) => {
      steps.push('begun')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await new Promise((resolve) => setImmediate(resolve))
      steps.push('ended')
    })
    await credit('a')
    await vi.waitFor(() => expect(steps).toEqual(['begun']), PATIENCE)
    await made.host.stop()
    expect(steps).toEqual(['begun', 'ended'])
  })

  it('refuses an event that the host does not have, with those that there are', async () => {
    const misspelt: string = 'wallet.low_ballance'
    await expect(made.host.on(misspelt as 'wallet.low_balance', () => undefined)).rejects.toMatchObject({
      code: 'EVENT_UNKNOWN',
      message: expect.stringMatching(/wallet\.low_balance.*Allowed: key\.created/),
    })
  })
})

describe('host.on, durable', () => {
  it('hands an event over again until the handler takes it, in order, and then no more', async () => {
    const heard: string[] = []
    let failures = 2
    await made.host.on(
      'wallet.credited',
      ({ data }) => {
        heard.push(data.reference)
        if (data.reference === 'b' && failures-- > 0) throw new Error('no mail today')
      },
      { durable: 'mailer' },
    )
    for (const reference of ['a', 'b', 'c']) await credit(reference)
    await made.host.start()
    await vi.waitFor(() => expect(heard.at(-1)).toBe('c'), PATIENCE)
    expect(heard.filter((reference) => !reference.includes('-'))).toEqual(['a', 'b', 'b', 'b', 'c'])
    await vi.waitFor(async () => expect(await made.store.outbox.read(10)).toEqual([]), PATIENCE)
    expect(made.logger.of('event.handler_failed')).toHaveLength(2)
    expect(taken.map(({ data }) => data['reference'])).toEqual(expect.arrayContaining(['a', 'b', 'c']))
  })

  it('is waited for when the host stops, and what it has then taken is not handed over again', async () => {
    const steps: string[] = []
    await made.host.on(
      'wallet.credited',
      async ({ data }, { signal }) => {
        if (data.reference !== 'slow') return
        steps.push('begun')
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        await new Promise((resolve) => setImmediate(resolve))
        steps.push('ended')
      },
      { durable: 'mailer' },
    )
    await credit('slow')
    await credit('next')
    await made.host.start()
    await vi.waitFor(() => expect(steps).toEqual(['begun']), PATIENCE)
    await made.host.stop()
    expect(steps).toEqual(['begun', 'ended'])
    const waiting = await made.store.outbox.read(10, { sink: 'listener:mailer', of: ['warehouse'] })
    expect(waiting.map(({ data }) => data['reference'])).toEqual(['next'])
  })

  it('keeps events while nobody listens, for the next one of that name, and delays no sink', async () => {
    const end = await made.host.on('wallet.credited', () => undefined, { durable: 'mailer' })
    end()
    await made.host.start()
    await credit('later')
    await vi.waitFor(() => expect(taken.map(({ data }) => data['reference'])).toContain('later'), PATIENCE)
    const heard: string[] = []
    await made.host.on('wallet.credited', ({ data }) => void heard.push(data.reference), { durable: 'mailer' })
    await vi.waitFor(() => expect(heard).toContain('later'), PATIENCE)
  })

  it.each([
    ['a name of an event sink', 'warehouse'],
    ['a second handler of its name', 'twice'],
    ['no name', 'Mail, later'],
  ])('refuses %s', async (_, durable) => {
    await made.host.on('key.created', () => undefined, { durable: 'twice' })
    const again = made.host.on('wallet.credited', () => undefined, { durable })
    await expect(again).rejects.toMatchObject({ code: 'LISTENER_REFUSED', message: expect.stringContaining(durable) })
  })
})

/** None of this compiles: each line below a directive is refused. Never run. */
export async function refused({ host }: TestHost): Promise<void> {
  // @ts-expect-error the host has no such event
  await host.on('wallet.low_ballance', () => undefined)
  // @ts-expect-error the data of the host's event has no such field
  await host.on('wallet.low_balance', ({ data }) => void data.available)
  // @ts-expect-error the data of the plugin's event has no such field
  await host.on(Subscribed, ({ data }) => void data.price)
  // @ts-expect-error a balance is a number
  await host.on('wallet.low_balance', ({ data }) => void data.balance.toUpperCase())
  // @ts-expect-error a durable listener has a name
  await host.on('wallet.low_balance', () => undefined, { durable: true })
}
