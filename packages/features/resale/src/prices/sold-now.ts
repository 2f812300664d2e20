import type { CatalogueItem, Clock, HostCatalogue } from '@parakh/core'
import { configuredCost, costOf } from '../costs/configured-costs.ts'
import { CostTable } from '../costs/cost-table.ts'
import type { ResaleSection } from '../settings.ts'
import type { CostBook } from '../tables/cost-book.ts'
import type { SoldNow } from './sold-endpoint.ts'

/** What says what a host sells. */
export interface SoldParts {
  readonly catalogue: HostCatalogue
  readonly settings: ResaleSection
  readonly book: Pick<CostBook, 'costs'>
  readonly clock: Pick<Clock, 'now'>
}

/** What a host sells, with the current cost of its operations. */
export function soldNow({ catalogue, settings, book, clock }: SoldParts): SoldNow {
  const configured = configuredCost(settings.costs, catalogue)
  return async () => {
    const [costs, at] = [new CostTable(await book.costs(), configured), clock.now().getTime()]
    const cost = (item: CatalogueItem) => costOf(item, catalogue, (of) => costs.cost(of, at))
    return new Map([...catalogue.sold].map(([text, item]) => [text, { ...item, cost: cost(item) }]))
  }
}
