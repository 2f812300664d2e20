import { defineErrors } from '@parakh/core'

/** What the endpoints that name an order may say. */
export const orderErrors = defineErrors({
  ORDER_NOT_FOUND: { message: 'No order of this account has this id' },
  // A definite no: what is printed stays printed.
  ORDER_NOT_CANCELLABLE: { status: 409, message: 'This order can no longer be cancelled' },
})
