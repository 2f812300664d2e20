import { Entitlements, type Service, service } from '@parakh/core'

/** Accounts are entitled to everything, unless a plugin decorates this. */
export const everythingEntitled: Service = service(Entitlements, {}, () => ({
  has: async () => true,
  require: async () => undefined,
}))
