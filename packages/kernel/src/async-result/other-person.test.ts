import { inr } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { describe, expect, it, vi } from 'vitest'
import { licenceOffice, licences } from '../../test/licences.ts'

const PATIENTLY = { timeout: 60_000, interval: 50 }
const REQUEST = { number: 'L-1', aadhaar: '234123412346' }
const HELD = { balance: inr('100'), held: inr('5') }
const CAPTURED = { balance: inr('95'), held: 0 }
const RELEASED = { balance: inr('100'), held: 0 }
const ISSUED = { licence: 'L-1', holder: 'ASHA', state: 'issued' }
/** Results of another person: by an equal field, and by the last digits of a masked number. */
const OTHERS = {
  'another licence': { licence: 'L-2', holder: 'MALLORY', state: 'issued' },
  'another masked number': { licence: 'L-1', shown: 'XXXXXXXX9999', holder: 'MALLORY', state: 'issued' },
}
/** Results of the same person, written in other ways. */
const SAME = {
  'the same fields': ISSUED,
  'other letter case and spaces': { ...ISSUED, licence: ' l-1 ' },
  'the masked number': { ...ISSUED, shown: 'XXXXXXXX2346' },
  'no number, because the contract allows null': { ...ISSUED, licence: null },
}

async function openOffice() {
  const { office, source } = licenceOffice()
  const made = await createTestHost({ plugins: [licences({ live: source })], funds: inr('100') })
  const { host, store, account, keys, logger, clock } = made
  const reply = await host.call('issue-licence', REQUEST, keys.production, { requestId: 'one' })
  const [call] = [...store.tables.calls.values()]
  const reference = call?.reference ?? ''
  return {
    ...made,
    office,
    reply,
    reference,
    balance: () => store.wallet.balance(account.id, 'production'),
    events: async () => (await store.outbox.read(100)).filter(({ type }) => type === 'licence.issued'),
    post: (record: object) =>
      host.callback('licences', 'office', {
        headers: {},
        body: new TextEncoder().encode(JSON.stringify({ reference, record })),
      }),
    deliver: (result: object) =>
      host.commands
        .find(({ command }) => command.name === 'deliver')
        ?.run({ reference, result: JSON.stringify(result) }, () => undefined),
    async polled() {
      const before = office.statusQueries
      await vi.waitFor(() => {
        clock.advance(61_000)
        expect(office.statusQueries).toBeGreaterThan(before)
      }, PATIENTLY)
    },
    said: () => JSON.stringify([logger.lines, [...store.tables.jobs.values()]]),
  }
}

describe.each(Object.entries(OTHERS))('a later result with %s', (_, other) => {
  it('is refused as a callback, counted against its source, and moves no money', async () => {
    const { host, post, balance, events, said, logger } = await openOffice()
    expect(await post(other)).toBe('malformed')
    expect(await balance()).toMatchObject(HELD)
    expect(await events()).toEqual([])
    expect(logger.lines.find(({ event }) => event === 'callback.malformed')).toMatchObject({
      facts: { reason: 'not_as_asked' },
    })
    expect(said()).not.toContain('MALLORY')
    expect(await post(ISSUED)).toBe('accepted')
    expect(await balance()).toMatchObject(CAPTURED)
    await host.stop()
  })

  it('is refused from a command', async () => {
    const { host, deliver, balance, events } = await openOffice()
    await expect(deliver(other)).rejects.toMatchObject({ reason: 'not_as_asked' })
    expect(await balance()).toMatchObject(HELD)
    expect(await events()).toEqual([])
    await host.stop()
  })

  it('is no result of a poll, and the hold is released when polling ends', async () => {
    const { host, office, polled, balance, events, said, clock } = await openOffice()
    office.status = other
    await host.start()
    await polled()
    await polled()
    expect(await balance()).toMatchObject(HELD)
    await vi.waitFor(async () => {
      clock.advance(3_600_000)
      expect(await balance()).toMatchObject(RELEASED)
    }, PATIENTLY)
    expect(await events()).toEqual([])
    expect(said()).not.toContain('MALLORY')
    await host.stop()
  })

  it('does not answer a call whose reply was lost', async () => {
    const { office, source } = licenceOffice()
    const { host, keys, store, account, clock, logger } = await createTestHost({
      plugins: [licences({ live: source })],
      funds: inr('100'),
    })
    office.sends = 'no reply'
    office.status = other
    const send = () => host.call('issue-licence', REQUEST, keys.production, { requestId: 'one' })
    expect(await send()).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    await host.start()
    await vi.waitFor(() => {
      clock.advance(31_000)
      expect(office.statusQueries).toBeGreaterThan(1)
    }, PATIENTLY)
    expect(await store.wallet.balance(account.id, 'production')).toMatchObject(HELD)
    expect(await send()).toMatchObject({ status: 503 })
    expect(JSON.stringify(logger.lines)).not.toContain('MALLORY')
    await host.stop()
  })
})

it.each(Object.entries(SAME))('takes a later result with %s', async (_, result) => {
  const { host, office, polled, post, balance } = await openOffice()
  office.status = result
  await host.start()
  await polled()
  await vi.waitFor(async () => expect(await balance()).toMatchObject(CAPTURED), PATIENTLY)
  expect(await post(result)).toBe('accepted')
  expect(await balance()).toMatchObject(CAPTURED)
  await host.stop()
})

it('compares a result with the request if an earlier release kept no input of the write', async () => {
  const { host, post, balance, store, reference } = await openOffice()
  const request = Object.assign({ licence: 'L-1' }, REQUEST)
  store.tables.inputs.set(reference, JSON.stringify({ request }))
  expect(await post(OTHERS['another licence'])).toBe('malformed')
  expect(await post(ISSUED)).toBe('accepted')
  expect(await balance()).toMatchObject(CAPTURED)
  await host.stop()
})

it('derives the sandbox result of an unlisted request from that request', async () => {
  const { host, keys, store, clock } = await openOffice()
  await host.call('issue-licence', { ...REQUEST, number: 'L-77' }, keys.sandbox)
  await host.start()
  await vi.waitFor(async () => {
    clock.advance(3_000)
    expect((await store.outbox.read(100)).map(({ type }) => type)).toContain('licence.issued')
  }, PATIENTLY)
  await host.stop()
})
