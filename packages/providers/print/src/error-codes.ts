import { defineErrorTable } from '@parakh/core'

/** Errors of the commands of this package; those of its endpoints stand with the endpoints. */
export const printErrors = defineErrorTable('print', {
  ORDER_UNKNOWN: 'No order has the id "{id}"',
  ORDER_MOVE_NOT_ALLOWED: 'The order {id} is {from}: it cannot become {to}. Allowed: {allowed}',
})
