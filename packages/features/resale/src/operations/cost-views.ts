import { Moment, moment, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import type { ListedCost } from '../contract/costs.ts'

/** A cost in an output. */
export const CostView = z.object({
  cost_id: z.string().nullable().describe('Null: from the configuration'),
  plugin: z.string(),
  operation: z.string(),
  source: z.string().nullable().describe('Null: of all sources that have no cost of their own'),
  cost: Rupees,
  valid_from: Moment.nullable(),
  set_by: z.string().nullable(),
})
/** The same with its status. */
export const ListedCostView = CostView.extend({ status: z.enum(['in force', 'planned', 'past']) })

/** Presents a cost. */
export const presentCost = ({
  plugin,
  operation,
  source,
  cost,
  set,
}: Omit<ListedCost, 'status'>): z.input<typeof CostView> => ({
  ...{ cost_id: set?.id ?? null, plugin, operation, source, cost: rupeesText(cost) },
  ...{ valid_from: set ? moment(set.validFrom) : null, set_by: set?.actor ?? null },
})
