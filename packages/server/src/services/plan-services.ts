import { createPlans, createSubscriptionView, type PlanCatalogue, type SubscriptionView } from '@parakh/business'
import { Clock, Counters, Ids, Plans, type Service, Store, service, token } from '@parakh/core'

/** The subscription cache, shared by pricing and plans. */
export const PlanSubscriptions = token<SubscriptionView>('server.plan-subscriptions')

/** The plan services of a host. */
export const planServices = (catalogue: PlanCatalogue): readonly Service[] => [
  service(PlanSubscriptions, { store: Store, clock: Clock }, ({ store, clock }) =>
    createSubscriptionView(store.plans, clock),
  ),
  service(
    Plans,
    { store: Store, counters: Counters, view: PlanSubscriptions, clock: Clock, ids: Ids },
    ({ store, counters, view, clock, ids }) => createPlans({ store, counters, view, catalogue, clock, ids }),
  ),
]
