import { type BookedAttempt, inr, micro } from '@parakh/core'
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
  const sell = async (reference: string) => {
    const [payer] = bench.payers
    if (!payer) throw new Error('the bench has payers')
    await bench.store.billing.admit({
      ...asked(payer, reference),
      legs: [{ accountId: 'shop', amount: micro(80_000) }],
    })
    expect(await settle(bench.store, payer, reference)).toEqual({ kind: 'done' })
    return payer
  }

  it('is set against what the calls brought: each call once, what was given back not at all', async () => {
    const { accountId } = await sell('call-a')
    await sell('call-b')
    const refunds = [{ reference: 'call-b', reason: 'failed later' }]
    const writes = { records: [], events: [], jobs: [], refunds, later: null }
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
