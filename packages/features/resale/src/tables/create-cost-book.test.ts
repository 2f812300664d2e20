import { inr, NO_WRITES, priceOf, type Store } from '@parakh/core'
import { manualClock, sequentialIds } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openTables, type TestDatabase } from '../../../../../test/databases.ts'
import { asked, openPayer, type Payer, settle } from '../../../../../test/plugin-stores.ts'
import { openResale } from '../../test/open-resale.ts'
import type { BookedAttempt, CostBook } from './cost-book.ts'
import { createCostBook } from './create-cost-book.ts'

const AT = Date.parse('2026-11-10T00:00:00Z')
const DAY_MS = 86_400_000
const MONTH = { from: AT - 1_000, until: AT + 1_000 }
const SHARE = priceOf(80_000)

describe.each(ENGINES)('what attempts cost on %s', (_, makeDatabase) => {
  let place: TestDatabase
  let store: Store
  let book: CostBook
  let rows: ReturnType<typeof openTables>
  let payer: Payer
  beforeAll(async () => {
    place = await makeDatabase()
    const opened = await openResale(place, { clock: manualClock() })
    store = opened.store
    book = createCostBook({ tables: opened.tables, ids: sequentialIds(9) })
    rows = openTables(place)
    payer = await openPayer(store, inr('5000'))
  })
  afterAll(async () => {
    await rows.destroy()
    await store.close()
    await place.drop()
  })
  const attempt = (reference: string, of: Partial<BookedAttempt> = {}): BookedAttempt => ({
    ...{ reference, accountId: 'acme', environment: 'production', endpoint: 'lookup', provider: 'pan/http#0' },
    ...{ operation: 'find', outcome: 'answer', at: AT, cost: inr('0.20'), ...of },
  })
  const sell = async (reference: string, at = AT) => {
    const legs = [
      { accountId: 'shop', amount: SHARE },
      { accountId: 'master', amount: priceOf(10_000) },
    ]
    await store.billing.admit({ ...asked(payer, reference), at, legs })
    expect(await settle(store, payer, reference)).toEqual({ kind: 'done' })
  }

  it('is set against what the calls brought: each call once, what was given back not at all', async () => {
    const { accountId } = payer
    await sell('call-a')
    await sell('call-b')
    const writes = { ...NO_WRITES, refunds: [{ reference: 'call-b', reason: 'failed later' }] }
    const of = { kind: 'commit', accountId, environment: 'production', at: AT, actor: 'test' } as const
    await store.billing.commit({ ...of, writes })
    await book.append([
      ...[attempt('call-a', { outcome: 'failed' }), attempt('call-a', { provider: 'pan/http#1' })],
      ...[attempt('call-b'), attempt('call-c', { outcome: 'none' }), attempt('call-d', { outcome: 'unsent' })],
      ...[attempt('late', { at: MONTH.until }), attempt('other', { endpoint: 'other', provider: 'gst/http#0' })],
      attempt('tried', { environment: 'sandbox' }),
    ])
    const { endpoints, providers } = await book.margins(MONTH)
    expect([...endpoints].sort((one, other) => one.endpoint.localeCompare(other.endpoint))).toEqual([
      { endpoint: 'lookup', attempts: 4, cost: inr('0.80'), calls: 2, revenue: inr('1'), commission: 90_000 },
      { endpoint: 'other', attempts: 1, cost: inr('0.20'), calls: 0, revenue: 0, commission: 0 },
    ])
    expect([...providers].sort((one, other) => one.provider.localeCompare(other.provider))).toEqual([
      { provider: 'gst/http#0', endpoint: 'other', attempts: 1, answers: 1, cost: inr('0.20') },
      { provider: 'pan/http#0', endpoint: 'lookup', attempts: 3, answers: 2, cost: inr('0.60') },
      { provider: 'pan/http#1', endpoint: 'lookup', attempts: 1, answers: 1, cost: inr('0.20') },
    ])
  })

  it('counts the requests of capped sources by day, with those of other processes, until they are purged', async () => {
    const [acme, globex] = [
      { source: 'pan/acme', day: '2020-01-02', requests: 3 },
      { source: 'pan/globex', day: '2020-01-02', requests: 1 },
    ]
    expect(await book.append([], [globex, acme])).toEqual([acme, globex])
    const others = Array.from({ length: 5 }, async () => await book.append([], [acme, globex]))
    const totals = (await Promise.all(others)).flat().filter(({ source }) => source === 'pan/acme')
    expect(totals.map(({ requests }) => requests).sort((one, other) => one - other)).toEqual([6, 9, 12, 15, 18])
    await book.append([], [{ ...acme, day: '2020-01-01' }])
    const days = await book.sourceDays('2020-01-02')
    expect([...days].sort((one, other) => (one.source < other.source ? -1 : 1))).toEqual([
      { ...acme, requests: 18 },
      { ...globex, requests: 6 },
    ])
    await book.purge(Date.parse('2020-01-01T18:30:00Z'))
    expect(await book.sourceDays('2020-01-01')).toEqual([])
    expect(await book.sourceDays('2020-01-02')).toHaveLength(2)
  })

  it('is kept as it was set, in the order of writing, with its audit entry', async () => {
    const given = { plugin: 'pan', operation: 'find', source: null, actor: 'asha' }
    const first = await book.setCost({ ...given, cost: inr('1.20'), validFrom: new Date(AT) })
    const second = await book.setCost({ ...given, cost: inr('0'), validFrom: new Date(AT - 1) })
    const ofOne = await book.setCost({ ...given, source: 'acme', cost: inr('0.90'), validFrom: new Date(AT) })
    expect(await book.costs()).toEqual([first, second, ofOne])
    const ofSource = { accountIds: null, subject: 'cost/pan/find/acme', cursor: null, limit: 5 }
    expect((await store.audit.list(ofSource)).items).toMatchObject([{ before: null, after: { cost: '0.90' } }])
    const subject = 'cost/pan/find'
    const { items } = await store.audit.list({ accountIds: null, subject, cursor: null, limit: 5 })
    expect(items).toMatchObject([
      { action: 'cost.set', actor: 'asha', before: { cost: '1.20' }, after: { cost: '0.00' } },
      { action: 'cost.set', before: null, after: { cost: '1.20', valid_from: new Date(AT).toISOString() } },
    ])
  })

  it('brings the revenue of a call once, in its own month, however long it is asked after', async () => {
    const at = AT + 40 * DAY_MS
    const [month, next] = [
      { from: at - 500, until: at + 500 },
      { from: at + 500, until: at + 1_500 },
    ]
    await sell('call-e', at)
    const provider = { provider: 'gst/http#0', operation: 'find.status' }
    await book.append([
      attempt('call-e', { ...provider, operation: 'find', at }),
      ...[at + 600, at + 700].map((later) => attempt('call-e', { ...provider, at: later })),
    ])
    expect((await book.margins(month)).endpoints).toMatchObject([
      { endpoint: 'lookup', attempts: 1, cost: inr('0.20'), calls: 1, revenue: inr('1') },
    ])
    expect((await book.margins(next)).endpoints).toMatchObject([
      { endpoint: 'lookup', attempts: 2, cost: inr('0.40'), calls: 0, revenue: 0 },
    ])
  })

  it('brings the revenue of each call of a month once, also of one that asks on another day', async () => {
    const from = AT + 100 * DAY_MS
    const next = from + DAY_MS
    const sold = [
      { at: from, asks: [from] },
      { at: next - 1, asks: [next + 5_000] },
      // The clock of this process is behind.
      { at: next, asks: [next - 1_000] },
      { at: next + 1, asks: [next + 2, next + DAY_MS, next + DAY_MS + 1] },
    ]
    for (const [place, { at, asks }] of sold.entries()) {
      await sell(`day-${place}`, at)
      await book.append(asks.map((asked) => attempt(`day-${place}`, { at: asked })))
    }
    expect((await book.margins({ from, until: from + 3 * DAY_MS })).endpoints).toEqual([
      { endpoint: 'lookup', attempts: 6, cost: inr('1.20'), calls: 4, revenue: inr('4'), commission: 360_000 },
    ])
  })

  it('pays no commission that was clawed back', async () => {
    const at = AT + 200 * DAY_MS
    await sell('call-f', at)
    await book.append([attempt('call-f', { at })])
    const legs = [
      { accountId: 'shop', amount: SHARE, clawedBack: true },
      { accountId: 'master', amount: 10_000 },
    ]
    await rows('parakh_call')
      .where({ reference: 'call-f' })
      .update({ legs: JSON.stringify(legs) })
    const [margin] = (await book.margins({ from: at, until: at + 1 })).endpoints
    expect(margin).toMatchObject({ calls: 1, revenue: inr('1'), commission: 10_000 })
  })

  it('is told by call, of a plugin or of one provider', async () => {
    const booked = async (provider: string) =>
      [...(await book.booked({ ...MONTH, provider }))].sort((one, other) =>
        one.reference.localeCompare(other.reference),
      )
    expect(await booked('pan')).toEqual([
      { reference: 'call-a', attempts: 2, cost: inr('0.40') },
      { reference: 'call-b', attempts: 1, cost: inr('0.20') },
      { reference: 'call-c', attempts: 1, cost: inr('0.20') },
      { reference: 'tried', attempts: 1, cost: inr('0.20') },
    ])
    expect(await booked('pan/http#1')).toEqual([{ reference: 'call-a', attempts: 1, cost: inr('0.20') }])
    expect(await booked('pa')).toEqual([])
  })

  it('is kept, told and dropped in any number', async () => {
    const many = Array.from({ length: 2_200 }, (_unused, n) => attempt(`old-${n % 2_150}`, { at: 5 }))
    await book.append(many)
    await book.append([])
    const told = await book.booked({ from: 5, until: 6, provider: 'pan' })
    expect(told).toHaveLength(2_150)
    expect(told.filter(({ attempts }) => attempts === 2)).toHaveLength(50)
    expect(await book.purge(5)).toBe(0)
    expect(await book.purge(6)).toBe(2_200)
    expect(await book.booked({ ...MONTH, provider: 'pan' })).toHaveLength(4)
  })
})
