import { Clock, Counters, Ids, Plans, type Service, Store, service, token, WalletReservations } from '@parakh/core'
import {
  createPlans,
  createSubscriptionView,
  type PlanCatalogue,
  type SubscriptionView,
  withReservedFees,
} from '@parakh/plans'

/** The subscription cache, shared by pricing and plans. */
export const PlanSubscriptions = token<SubscriptionView>('server.plan-subscriptions')

/** The plan services of a host. */
export const planServices = (catalogue: PlanCatalogue): readonly Service[] => [
  service(PlanSubscriptions, { store: Store, clock: Clock }, ({ store, clock }) =>
    createSubscriptionView(store.plans, clock),
  ),
  service(
    Plans,
    {
      ...{ store: Store, counters: Counters, view: PlanSubscriptions, clock: Clock, ids: Ids },
      reservations: WalletReservations,
    },
    ({ store, reservations, ...parts }) =>
      createPlans({
        ...parts,
        store: { plans: withReservedFees(store.plans, reservations), ...(store.now ? { now: store.now } : {}) },
        catalogue,
      }),
  ),
]
