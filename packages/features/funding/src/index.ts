/**
 * Money into wallets: bank transfers, UPI, payment gateways, operators.
 *
 * @packageDocumentation
 */

export { fundingErrors } from './error-codes.ts'
export { default } from './plugin.ts'
export { createFunding, type FundingOptions } from './rules/create-funding.ts'
export type { FundingRules, UpiPayee } from './rules/funding-rules.ts'
export { type UpiRequest, upiUri } from './rules/upi-uri.ts'
export { normalUtr } from './rules/utr.ts'
