/**
 * What funding offers to other packages: its service, and the point of payment gateways.
 *
 * @packageDocumentation
 */

export * from './funding.ts'
export * from './funding-queues.ts'
export * from './gateway-options.ts'
export * from './http-orders.ts'
export * from './payment-gateways.ts'
export * from './recorded-event.ts'
export * from './reversal.ts'
