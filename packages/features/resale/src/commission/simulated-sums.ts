import { type ChargedCalls, type Money, micro, minus, type Price, priceOf, ROLES, times, zero } from '@parakh/core'
import type { SimulatedEndpoint, SimulatedSums, SimulationQuestion } from '../contract/simulations.ts'
import type { CommissionTree } from '../prices/commission-tree.ts'
import { type CommissionShare, legsOf } from '../prices/shares.ts'
import type { PriceEffect } from './proposed-prices.ts'

/** The charged calls of one account at one endpoint, with the rates and the prices of both sides. */
export interface SimulatedCalls extends ChargedCalls, PriceEffect {
  readonly parentId: string | null
  /** The known cost of one of them. */
  readonly cost: Price
}
/** Whose commission is told, by which rates. */
export interface SumsOf extends Pick<SimulationQuestion, 'accountId' | 'upTo'> {
  readonly before: CommissionTree
  readonly after: CommissionTree
}

/** Adds up, by endpoint, what calls bring: the commission is that of calls (`legsOf`). The highest revenue first. */
export function simulatedEndpoints(calls: readonly SimulatedCalls[], of: SumsOf): readonly SimulatedEndpoint[] {
  const [before, after] = [new SumOfCalls(of, of.before), new SumOfCalls(of, of.after)]
  const byEndpoint = new Map<string, SimulatedCalls[]>()
  for (const one of calls) byEndpoint.set(one.endpoint, [...(byEndpoint.get(one.endpoint) ?? []), one])
  return [...byEndpoint]
    .map(([endpoint, all]): SimulatedEndpoint => {
      const changed = all.filter((one) => one.changed > 0)
      return {
        ...{ endpoint, calls: sum(all.map((one) => one.calls)) },
        changed: { calls: sum(changed.map((one) => one.changed)), accounts: changed.length },
        before: before.of(all, ({ now }) => now),
        after: after.of(all, ({ tried }) => tried),
      }
    })
    .sort((one, other) => other.before.revenue - one.before.revenue || (one.endpoint < other.endpoint ? -1 : 1))
}

/** The total of endpoints. */
export const totalOf = (
  endpoints: readonly SimulatedEndpoint[],
): Pick<SimulatedEndpoint, 'calls' | 'before' | 'after'> => ({
  calls: sum(endpoints.map(({ calls }) => calls)),
  before: together(endpoints.map(({ before }) => before)),
  after: together(endpoints.map(({ after }) => after)),
})

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)
const money = (amounts: readonly Money[]): Money => micro(sum(amounts))

/** The sums of calls with the rates of one tree. */
class SumOfCalls {
  readonly #shares = new Map<string | null, readonly CommissionShare[]>()
  constructor(
    private readonly asked: Pick<SimulationQuestion, 'accountId' | 'upTo'>,
    private readonly tree: CommissionTree,
  ) {}

  of(calls: readonly SimulatedCalls[], chargedOf: (calls: SimulatedCalls) => Money): SimulatedSums {
    const legs = calls.flatMap((one) => this.#legsOf(one.parentId, priceOf(chargedOf(one))))
    const revenue = money(calls.map(chargedOf))
    return {
      ...{ revenue, levels: byRole(legs.filter(({ told }) => told)) },
      own: money(legs.filter(({ accountId }) => accountId === this.asked.accountId).map(({ amount }) => amount)),
      platform: minus(revenue, money(legs.map(({ amount }) => amount))),
      cost: money(calls.map((one) => times(one.cost, one.calls))),
    }
  }

  /** What each level above a payer earns of a charge, and whether the asker may know it. */
  #legsOf(parentId: string | null, charged: Price) {
    const shares = this.#sharesFrom(parentId)
    const amounts = new Map(legsOf(shares, charged).map(({ accountId, amount }) => [accountId, amount]))
    const top = shares.findIndex(({ accountId }) => accountId === this.asked.upTo)
    return shares.map(({ accountId, role }, height) => {
      const told = this.asked.upTo === null || height <= top
      return { accountId, role, told, amount: amounts.get(accountId) ?? zero }
    })
  }

  #sharesFrom(parentId: string | null): readonly CommissionShare[] {
    const known = this.#shares.get(parentId) ?? this.tree.shares(parentId)
    this.#shares.set(parentId, known)
    return known
  }
}

/** The sum of each role, from the lowest upwards. A super admin earns none. */
function byRole(legs: SimulatedSums['levels']): SimulatedSums['levels'] {
  const roles = [...ROLES].reverse().filter((role) => role !== 'super_admin' && legs.some((leg) => leg.role === role))
  return roles.map((role) => ({
    role,
    amount: money(legs.filter((leg) => leg.role === role).map(({ amount }) => amount)),
  }))
}

const together = (all: readonly SimulatedSums[]): SimulatedSums => ({
  ...{ revenue: money(all.map(({ revenue }) => revenue)), levels: byRole(all.flatMap(({ levels }) => levels)) },
  ...{ own: money(all.map(({ own }) => own)), platform: money(all.map(({ platform }) => platform)) },
  cost: money(all.map(({ cost }) => cost)),
})
