import { type BookedAttempt, inr, priceOf } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../../test/databases.ts'
import { type LedgerBench, openLedgerBench } from '../../test/ledger-bench.ts'
import { asked, settle } from '../../test/store-bench.ts'

const AT = Date.parse('2026-11-10T00:00:00Z')
const MONTH = { from: AT - 1_000, until: AT + 1_000 }

describe.each(ENGINES)('what attempts cost on %s', (_, makeDatabase) => {
  let bench: LedgerBench
  beforeAll(async () => {
    bench = await openLedgerBench(await makeDatabase())
  })
  afterAll(() => bench.close())
  const attempt = (reference: string, of: Partial<BookedAttempt> = {}): BookedAttempt => ({
    ...{ reference, accountId: 'acme', environment: 'production', endpoint: 'lookup', provider: 'pan/http#0' },
    ...{ operation: 'find', outcome: 'answer', at: AT, cost: inr('0.20'), ...of },
  })
  const sell = async (reference: string, at = AT) => {
    const [payer] = bench.payers
    if (!payer) throw new Error('the bench has payers')
    await bench.store.billing.admit({
      ...{ ...asked(payer, reference), at },
      legs: [{ accountId: 'shop', amount: priceOf(80_000) }],
    })
    expect(await settle(bench.store, payer, reference)).toEqual({ kind: 'done' })
    return payer
  }

  it('is set against what the calls brought: each call once, what was given back not at all', async () => {
    const { accountId } = await sell('call-a')
    await sell('call-b')
    const refunds = [{ reference: 'call-b', reason: 'failed later' }]
    const writes = { records: [], events: [], jobs: [], refunds, asyncState: null }
    const of = { kind: 'commit', accountId, environment: 'production', at: AT, actor: 'test' } as const
    await bench.store.billing.commit({ ...of, writes })
    await bench.store.costs.append([
      ...[attempt('call-a', { outcome: 'failed' }), attempt('call-a', { provider: 'pan/http#1' })],
      ...[attempt('call-b'), attempt('call-c', { outcome: 'none' }), attempt('call-d', { outcome: 'unsent' })],
      ...[attempt('late', { at: MONTH.until }), attempt('other', { endpoint: 'other', provider: 'gst/http#0' })],
    ])
    const margins = await bench.store.costs.margins(MONTH)
    expect([...margins].sort((one, other) => one.endpoint.localeCompare(other.endpoint))).toEqual([
      { endpoint: 'lookup', attempts: 4, cost: inr('0.80'), calls: 2, revenue: inr('1'), commission: 80_000 },
      { endpoint: 'other', attempts: 1, cost: inr('0.20'), calls: 0, revenue: 0, commission: 0 },
    ])
  })

  it('is kept as it was set, in the order of writing, with its audit entry', async () => {
    const given = { plugin: 'pan', operation: 'find', actor: 'asha' }
    const first = await bench.store.costs.setCost({ ...given, cost: inr('1.20'), validFrom: new Date(AT) })
    const second = await bench.store.costs.setCost({ ...given, cost: inr('0'), validFrom: new Date(AT - 1) })
    expect(await bench.store.costs.costs()).toEqual([first, second])
    const subject = 'cost/pan/find'
    const { items } = await bench.store.audit.list({ accountIds: null, subject, cursor: null, limit: 5 })
    expect(items).toMatchObject([
      { action: 'cost.set', actor: 'asha', before: { cost: '1.20' }, after: { cost: '0.00' } },
      { action: 'cost.set', before: null, after: { cost: '1.20', valid_from: new Date(AT).toISOString() } },
    ])
  })

  it('brings the revenue of a call once, in its own month, however long it is asked after', async () => {
    const at = AT + 40 * 86_400_000
    const [month, next] = [
      { from: at - 500, until: at + 500 },
      { from: at + 500, until: at + 1_500 },
    ]
    await sell('call-e', at)
    const asked = { provider: 'gst/http#0', operation: 'find.status' }
    await bench.store.costs.append([
      attempt('call-e', { ...asked, operation: 'find', at }),
      ...[at + 600, at + 700].map((later) => attempt('call-e', { ...asked, at: later })),
    ])
    expect(await bench.store.costs.margins(month)).toMatchObject([
      { endpoint: 'lookup', attempts: 1, cost: inr('0.20'), calls: 1, revenue: inr('1') },
    ])
    expect(await bench.store.costs.margins(next)).toMatchObject([
      { endpoint: 'lookup', attempts: 2, cost: inr('0.40'), calls: 0, revenue: 0 },
    ])
  })

  it('is told by call, of a plugin or of one provider, page by page', async () => {
    const all = await bench.store.costs.booked({ ...MONTH, provider: 'pan', after: '' })
    expect(all).toEqual([
      { reference: 'call-a', attempts: 2, cost: inr('0.40') },
      { reference: 'call-b', attempts: 1, cost: inr('0.20') },
      { reference: 'call-c', attempts: 1, cost: inr('0.20') },
    ])
    expect(await bench.store.costs.booked({ ...MONTH, provider: 'pan', after: 'call-a' })).toEqual(all.slice(1))
    expect(await bench.store.costs.booked({ ...MONTH, provider: 'pan/http#1', after: '' })).toEqual([
      { reference: 'call-a', attempts: 1, cost: inr('0.20') },
    ])
    expect(await bench.store.costs.booked({ ...MONTH, provider: 'pa', after: '' })).toEqual([])
  })

  it('is kept in batches of any size, and dropped when it is too old', async () => {
    await bench.store.costs.append(Array.from({ length: 450 }, (_unused, n) => attempt(`old-${n}`, { at: 5 })))
    expect(await bench.store.costs.purge(5)).toBe(0)
    expect(await bench.store.costs.purge(6)).toBe(450)
    expect(await bench.store.costs.booked({ ...MONTH, provider: 'pan', after: '' })).toHaveLength(3)
  })
})
