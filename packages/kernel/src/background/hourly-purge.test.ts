import { inr } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { carrier } from '../../test/carrier.ts'
import { parcels } from '../../test/parcels.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const [REPLAY_DAYS, USAGE_DAYS, CONSENT_DAYS] = [7, 30, 400]

describe('a running host', () => {
  let given: Awaited<ReturnType<typeof createTestHost>>
  beforeEach(async () => {
    const settings = { replayDays: REPLAY_DAYS, usageDays: USAGE_DAYS, consentDays: CONSENT_DAYS }
    given = await createTestHost({ plugins: [parcels({ live: carrier().source })], settings })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await given.host.stop()
  })

  const call = (requestId: string) =>
    given.host.call('send-parcels', { to: 'Delhi', count: 1 }, given.keys.production, { requestId })
  const hours = (count: number) => vi.advanceTimersByTimeAsync(count * HOUR_MS)
  const rows = async (): Promise<readonly string[]> => {
    const of = { accountId: given.account.id, environment: 'production' } as const
    const listed = await given.store.usageLog.page(of, { from: 0, until: Number.MAX_SAFE_INTEGER, limit: 10 })
    return listed.rows.map(({ requestId }) => requestId)
  }
  const phases = () => [...given.store.tables.calls.values()].map(({ phase }) => phase)

  it('drops rows of the usage log within the hour in which they are too old, and not a moment before', async () => {
    expect(await call('old')).toMatchObject({ status: 200 })
    const balance = await given.store.wallet.balance(given.account.id, 'production')
    given.clock.advance(USAGE_DAYS * DAY_MS)
    expect(await call('new')).toMatchObject({ status: 200 })
    await given.host.start()
    await hours(2)
    expect(await rows()).toEqual(['new', 'old'])
    given.clock.advance(1)
    await hours(0.5)
    expect(await rows()).toEqual(['new', 'old'])
    await hours(0.5)
    expect(await rows()).toEqual(['new'])
    expect(given.logger.of('usage.purged')).toHaveLength(1)
    expect(given.logger.of('background.failed')).toEqual([])
    // What was counted and charged stays.
    expect(await given.store.usage.counts(given.account.id, 'production', given.clock.now())).toMatchObject({
      total: 2,
    })
    expect(balance.balance - (await given.store.wallet.balance(given.account.id, 'production')).balance).toBe(inr('2'))
  })

  it('drops stored answers within the hour in which they are too old, and not a moment before', async () => {
    await given.host.call('find-parcel', { id: 'p-1' }, given.keys.production, { requestId: 'old' })
    given.clock.advance(REPLAY_DAYS * DAY_MS)
    await given.host.start()
    await hours(1)
    expect(phases()).toEqual(['answered'])
    given.clock.advance(1)
    await hours(1)
    expect(phases()).toEqual(['purged'])
    expect(await rows()).toEqual(['old'])
  })

  it('drops records of consent within the hour in which they are too old, not a moment before, and writes it down', async () => {
    const { tables } = given.store
    const asked = {
      ...{ accountId: given.account.id, environment: 'production' as const },
      reference: 'old',
      subject: 'k.h',
    } as const
    const rest = { subjectKey: 'k', purpose: 'kyc', notice: '1', artefact: 'a-1', ip: '' }
    tables.consents.push({ ...asked, ...rest, at: given.clock.now().getTime() })
    given.clock.advance(CONSENT_DAYS * DAY_MS)
    await given.host.start()
    await hours(1)
    const purges = () => tables.audit.filter(({ action }) => action === 'consent.purge')
    expect([tables.consents.length, purges()]).toEqual([1, []])
    given.clock.advance(1)
    await hours(1)
    expect(tables.consents).toEqual([])
    expect(purges()).toMatchObject([{ actor: 'system:retention', after: { rows: 1 } }])
  })

  it('drops nothing by a clock that is set a year ahead: not an answer, not a row of usage, not an event', async () => {
    const started = given.clock.now().getTime()
    await call('kept')
    const purged = vi.spyOn(given.store.outbox, 'purge')
    await given.host.start()
    given.clock.set(new Date(started + 365 * DAY_MS))
    await hours(1)
    expect(phases()).toEqual(['answered'])
    expect(await rows()).toEqual(['kept'])
    expect(purged).toHaveBeenCalledOnce()
    expect(purged.mock.calls[0]?.[0]).toBeLessThan(started)
  })
})
