/**
 * Money into wallets: bank transfers, UPI, payment gateways, operators. The default export is the plugin.
 *
 * @packageDocumentation
 */

export * from './contract/index.ts'
export { fundingErrors } from './error-codes.ts'
export { default } from './plugin.ts'
