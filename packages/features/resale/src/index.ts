/**
 * Selling through resellers: price lists, commission, provider costs, brands. The plugin is the default export.
 *
 * @packageDocumentation
 */

export * from './contract/index.ts'
export { resaleErrors } from './error-codes.ts'
export { resale as default } from './plugin.ts'
export { COMMISSION_CAPS } from './prices/shares.ts'
export { type CommissionMode, type ResaleOptions, ResaleSettings } from './settings.ts'
