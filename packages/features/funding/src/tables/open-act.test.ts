import { inr, zero } from '@parakh/core'
import { manualClock, sequentialIds } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type FundingBench, fundingBench } from '../../test/funding-bench.ts'
import type { FundingRecord } from '../contract/funding.ts'

const environment = 'production'

describe.each(ENGINES)('what operators do by hand on %s', (engine) => {
  const clock = manualClock()
  const ids = sequentialIds(78)
  let bench: FundingBench
  beforeAll(async () => {
    bench = await fundingBench(engine, clock)
  })
  afterAll(() => bench.close())
  const newAccount = () => bench.newAccount()
  const act = (accountId: string, more: Partial<FundingRecord> = {}): FundingRecord => ({
    ...{
      id: ids.next(),
      accountId,
      environment,
      amount: inr('400'),
      reversed: zero,
      reference: ids.next(),
      from: null,
    },
    ...{ method: 'credit', state: 'approved', rail: null, utr: null, gateway: null, paymentId: null },
    ...{ gatewayOrderId: null, gatewayAskedAt: null, returnUrl: null },
    ...{ reason: null, approvals: [], reversals: [], suspendedAccount: false },
    ...{ createdBy: 'asha', createdAt: clock.now(), updatedAt: clock.now() },
    ...more,
  })
  const amountsSeen = async (asked: FundingRecord) => {
    let seen: readonly FundingRecord[] = []
    await bench.fundings.openAct(asked, (earlier) => {
      seen = earlier
      return asked
    })
    return seen.map(({ reference }) => reference)
  }

  it('is shown those before it, however many come at once', async () => {
    const accountId = await newAccount()
    const counts = await Promise.all(Array.from({ length: 6 }, async () => (await amountsSeen(act(accountId))).length))
    expect(counts.sort()).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('is shown those of a day that touched one of its wallets, and no others', async () => {
    const [parent, child] = [await newAccount(), await newAccount()]
    const allotment = act(child, { method: 'allotment', from: parent })
    const [given, took] = [act(parent), act(child)]
    for (const one of [given, took, act(await newAccount())]) await amountsSeen(one)
    expect(await amountsSeen(allotment)).toEqual([given.reference, took.reference])
    clock.advance(86_399_999)
    expect(await amountsSeen(act(parent))).toEqual([given.reference, allotment.reference])
    clock.advance(1)
    expect(await amountsSeen(act(child))).toEqual([])
  })

  it('has a reference of its own, and again after it was rejected', async () => {
    const first = act(await newAccount())
    expect(await bench.fundings.openAct(first, () => first)).toEqual(first)
    const again = act(first.accountId, { reference: first.reference })
    expect(await bench.fundings.openAct(again, () => again)).toEqual(first)
    for (const other of [{ amount: inr('401') }, { method: 'adjustment' as const }])
      await expect(bench.fundings.openAct({ ...again, ...other }, () => again)).rejects.toMatchObject({
        code: 'REFERENCE_REUSED',
      })
    await bench.fundings.step(first.id, (funding) => ({
      ...{ funding: { ...funding, state: 'rejected' }, actor: 'bina', action: 'funding.reject' },
    }))
    expect(await bench.fundings.openAct(again, () => again)).toEqual(again)
  })
})
