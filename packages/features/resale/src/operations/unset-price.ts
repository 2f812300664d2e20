import { defineOperation } from '@parakh/core'
import * as z from 'zod'
import { Prices } from '../contract/prices.ts'
import {
  itemText,
  PRICE_STATUSES,
  PriceView,
  presentPrice,
  SLOT_COMMAND,
  SlotFields,
  slotOf,
  ValidFrom,
  whomText,
} from './price-views.ts'
import { requireOwnBranch } from './require-own-branch.ts'
import { pricesWrite } from './scopes.ts'

/** Takes a price away. */
export const unsetPrice = defineOperation({
  ...{ id: 'prices.unset', effect: 'write', scope: pricesWrite, path: '/prices/unset', whose: 'everyone' },
  stepUp: true,
  summary:
    'Take a price away from a time on: what is below it in precedence holds. Operators and super admins each reach their own',
  input: z.object({ ...SlotFields, valid_from: ValidFrom }),
  output: PriceView,
  errors: PRICE_STATUSES,
  command: {
    ...SLOT_COMMAND,
    text: (view) => `${itemText(view)} has no price entry for ${whomText(view)} from ${view.valid_from} on.`,
  },
  needs: { prices: Prices },
  async handle({ input: { endpoint, ...rest }, viewer, actor, prices }) {
    await requireOwnBranch(viewer, rest)
    const change = { endpoint, actor, ownerAccountId: viewer.accountId, ...slotOf(rest) }
    return presentPrice(await prices.unset(change), viewer)
  },
})
