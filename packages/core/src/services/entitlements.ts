import { token } from '../token.ts'

/** What an account may be entitled to besides its calls (decisions.md section 10). */
export const ENTITLEMENTS = ['productionKeys', 'webhooks', 'logs', 'customDomain', 'ownBrand'] as const
export type Entitlement = (typeof ENTITLEMENTS)[number]

/** What accounts are entitled to: everything, unless a plugin such as plans decorates this service. */
export interface Entitlements {
  has(accountId: string, entitlement: Entitlement): Promise<boolean>
  /** @throws The error of whoever refuses it, such as `PLAN_FEATURE_REQUIRED`. */
  require(accountId: string, entitlement: Entitlement): Promise<void>
}
/** The entitlements of a server's accounts. */
export const Entitlements = token<Entitlements>('core.entitlements')
