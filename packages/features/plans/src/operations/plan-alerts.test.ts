import { zero } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { CATALOGUE, planNamed } from '../../test/plan-world.ts'
import type { Subscription } from '../contract.ts'
import { feeUnpaid, planEnds } from './plan-alerts.ts'

const HOUR_MS = 3_600_000
const from = new Date('2026-11-21T06:00:00Z')
const until = new Date('2026-12-21T06:00:00Z')
const active: Subscription = {
  ...{ id: 's1', accountId: 'a', plan: planNamed('starter'), state: 'active', period: '2026-11-21', from, until },
  ...{ nextPlan: null, graceUntil: null, paid: zero, reportedPercent: 0, startedAt: from, endedAt: null },
}
const at = (time: Date, subscription: Subscription | undefined) => ({
  view: { of: () => subscription },
  clock: { now: () => time },
})
const before = (hours: number) => new Date(until.getTime() - hours * HOUR_MS)

describe('alerts of plans', () => {
  it('tell a fee that could not be paid while grace lasts', async () => {
    const graceUntil = new Date(from.getTime() + 72 * HOUR_MS)
    const grace: Subscription = { ...active, state: 'grace', graceUntil }
    const told = (time: Date, subscription: Subscription | undefined) => feeUnpaid(at(time, subscription)).standing('a')
    expect(await told(from, grace)).toEqual([
      {
        ...{ subject: null, environment: 'production', severity: 'now', since: from },
        params: { plan: 'Starter', until: graceUntil.toISOString() },
      },
    ])
    expect(await told(graceUntil, grace)).toEqual([])
    expect(await told(from, active)).toEqual([])
    expect(await told(from, undefined)).toEqual([])
  })

  it('tell a plan that ends within 7 days where none follows', async () => {
    const told = (time: Date, subscription: Subscription | undefined, offered = CATALOGUE.offered) =>
      planEnds(at(time, subscription), { offered }).standing('a')
    const cancelled: Subscription = { ...active, nextPlan: 'developer' }
    expect(await told(before(168), cancelled)).toMatchObject([{ severity: 'soon', params: { plan: 'Starter' } }])
    expect(await told(before(169), cancelled)).toEqual([])
    expect(await told(until, cancelled)).toEqual([])
    expect(await told(before(1), active)).toEqual([])
    expect(await told(before(1), { ...active, nextPlan: 'lite' })).toEqual([])
    expect(await told(before(1), active, [planNamed('lite')])).toHaveLength(1)
    expect(await told(before(1), undefined)).toEqual([])
  })
})
