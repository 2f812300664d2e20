import { type Clock, RevisionCache, type SourceCosts } from '@parakh/core'
import type { CostBook } from '../tables/cost-book.ts'
import { sourceName } from './configured-costs.ts'
import { type ConfiguredCost, CostTable } from './cost-table.ts'

/** The options of `createSourceCosts`. */
export interface SourceCostsParts {
  readonly book: Pick<CostBook, 'costs'>
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>
  readonly configured: ConfiguredCost
}

/**
 * What sources cost now, from memory: nothing waits. Set costs are read where they are asked for, at most twice a second; a call after a pause
 * may still be told those of before it, and until they are read those of the configuration hold.
 *
 * @example
 * const costs = createSourceCosts({ book, clock, configured })
 */
export function createSourceCosts({ book, clock, configured }: SourceCostsParts): SourceCosts {
  const unread = new CostTable([], configured)
  const cache = new RevisionCache<CostTable>({
    clock,
    refresh: async () => new CostTable(await book.costs(), configured),
  })
  return {
    inForce(source, operation) {
      void Promise.resolve(cache.get()).catch(ignore)
      const [plugin = ''] = source.split('/', 1)
      const of = { plugin, operation, source: sourceName(plugin, source) }
      return (cache.latest ?? unread).cost(of, clock.now().getTime())
    },
  }
}

const ignore = (): void => undefined
