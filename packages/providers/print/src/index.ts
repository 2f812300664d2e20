import { definePlugin } from '@parakh/core'
import { PrintProvider } from './contract.ts'
import { cancelOrder } from './endpoints/cancel-order.ts'
import { order } from './endpoints/order.ts'
import { orders } from './endpoints/orders.ts'
import { placeOrder } from './endpoints/place-order.ts'
import { manual } from './fulfilment/manual.ts'
import { moveCommand } from './order-commands/move-command.ts'
import { ordersCommand } from './order-commands/orders-command.ts'
import { showCommand } from './order-commands/show-command.ts'
import { PrintSettings } from './settings.ts'

export { PrintProvider } from './contract.ts'
export { cancelOrder } from './endpoints/cancel-order.ts'
export { order } from './endpoints/order.ts'
export { orders } from './endpoints/orders.ts'
export { placeOrder } from './endpoints/place-order.ts'
export { printErrors } from './error-codes.ts'
export { manual } from './fulfilment/manual.ts'

/**
 * Orders of printed cards. Without a live provider it serves the sandbox alone; `manual` takes orders that are fulfilled manually.
 *
 * @example
 * createServer({ plugins: [print({ live: manual({}), shipping: { standard: 30 } })] })
 */
const print = definePlugin({
  id: 'print',
  contract: 1,
  provider: PrintProvider,
  providers: [manual],
  settings: PrintSettings,
  endpoints: [placeOrder, orders, order, cancelOrder],
  commands: [moveCommand, ordersCommand, showCommand],
})

export default print
