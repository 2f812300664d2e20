import { defineOperation } from '@parakh/core'
import { AmountField } from '@parakh/core/fields'
import * as z from 'zod'
import { Prices } from '../contract/prices.ts'
import { Quotes } from '../contract/quotes.ts'
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
import { requireOwnPrice } from './require-own-price.ts'
import { pricesWrite } from './scopes.ts'

/** Sets a price. */
export const setPrice = defineOperation({
  ...{ id: 'prices.set', effect: 'write', scope: pricesWrite, path: '/prices', status: 201, whose: 'everyone' },
  stepUp: true,
  summary:
    'Set a price from a time on; calls under way keep theirs. A super admin does so for accounts and roles below it, at no less than its own',
  input: z.object({ ...SlotFields, price: AmountField, valid_from: ValidFrom }),
  output: PriceView,
  errors: PRICE_STATUSES,
  command: {
    ...SLOT_COMMAND,
    options: { ...SLOT_COMMAND.options, price: { value: '<rupees>' } },
    text: (view) =>
      `${itemText(view)} costs ${view.price} INR for ${whomText(view)} from ${view.valid_from} on (price-${view.price_id}).`,
  },
  form: { price: { widget: 'money' } },
  needs: { prices: Prices, quotes: Quotes },
  async handle({ input: { endpoint, price, ...rest }, viewer, actor, prices, quotes }) {
    await requireOwnPrice({ viewer, quotes }, { endpoint, price, ...rest })
    const change = { endpoint, price, actor, ownerAccountId: viewer.accountId, ...slotOf(rest) }
    return presentPrice(await prices.set(change), viewer)
  },
})
