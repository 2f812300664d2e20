import { type Service, Store, service, UsageLog, UsageSequence } from '@parakh/core'

/** The usage log as features see it: they may decorate it. */
export const usageServices: readonly Service[] = [
  service(UsageLog, { store: Store }, ({ store }) => store.usageLog),
  service(UsageSequence, { store: Store }, ({ store }) => store.usageSequence),
]
