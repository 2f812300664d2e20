import {
  Alerts,
  BalanceHeaders,
  Clock,
  CONTRACT,
  Counters,
  definePlugin,
  Ids,
  Ledger,
  PriceRules,
  SharedClock,
  service,
  token,
  Usage,
  WalletReservations,
} from '@parakh/core'
import { Plans } from './contract.ts'
import { plansErrors } from './error-codes.ts'
import { PLAN_EVENTS } from './events.ts'
import { planRenewal } from './jobs/renew-plans.ts'
import { cancelPlan, changePlan, subscribe } from './operations/change-plan.ts'
import { getAvailability } from './operations/get-availability.ts'
import { getPlan } from './operations/get-plan.ts'
import { listPlans } from './operations/list-plans.ts'
import { listSubscriptions } from './operations/list-subscriptions.ts'
import { feeUnpaid, planEnds } from './operations/plan-alerts.ts'
import { previewPlan } from './operations/preview-plan.ts'
import { renewPlans } from './operations/renew-plans.ts'
import { createPlans } from './rules/create-plans.ts'
import { planEntitlements } from './rules/plan-entitlements.ts'
import { planHeaders } from './rules/plan-headers.ts'
import { planRule } from './rules/plan-rule.ts'
import type { SubscriptionStore } from './rules/subscription-store.ts'
import { createSubscriptionView, type SubscriptionView } from './rules/subscription-view.ts'
import { PlanSettings, planCatalogue, planFaults } from './settings.ts'
import { createSubscriptionStore } from './tables/create-subscription-store.ts'
import { planTables } from './tables/plan-tables.ts'
import { subscriptionStatements } from './tables/subscription-statements.ts'

const Subscriptions = token<SubscriptionStore>('plans.subscriptions')
/** The subscriptions in memory, shared by pricing and plans. */
const SubscriptionsInMemory = token<SubscriptionView>('plans.subscriptions-in-memory')

/** Plans: a monthly fee from the production wallet, a pool of calls that it pays for, and what accounts are entitled to. */
export default definePlugin({
  ...{ id: 'plans', contract: CONTRACT, errors: [plansErrors], events: Object.values(PLAN_EVENTS) },
  settings: PlanSettings,
  check: planFaults,
  tables: planTables,
  statements: [subscriptionStatements],
  services: [
    service(Subscriptions, { tables: planTables, ledger: Ledger, reservations: WalletReservations }, (parts) =>
      createSubscriptionStore(parts),
    ),
    service(SubscriptionsInMemory, { store: Subscriptions, clock: Clock }, ({ store, clock }) =>
      createSubscriptionView(store, clock),
    ),
    service(
      Plans,
      {
        ...{ store: Subscriptions, usage: Usage, counters: Counters, view: SubscriptionsInMemory },
        ...{ clock: SharedClock, ids: Ids, settings: PlanSettings },
      },
      ({ settings, ...parts }) => createPlans({ ...parts, catalogue: planCatalogue(settings.offered) }),
    ),
  ],
  decorates: [planEntitlements],
  contributes: [
    PriceRules.contribute({
      id: 'pool',
      needs: { view: SubscriptionsInMemory, settings: PlanSettings },
      make: ({ view, settings }) => planRule({ view, catalogue: planCatalogue(settings.offered) }),
    }),
    Alerts.contribute({ id: 'fee-unpaid', needs: { view: SubscriptionsInMemory, clock: Clock }, make: feeUnpaid }),
    Alerts.contribute({
      id: 'plan-ends',
      needs: { view: SubscriptionsInMemory, clock: Clock, settings: PlanSettings },
      make: ({ settings, ...parts }) => planEnds(parts, planCatalogue(settings.offered)),
    }),
    BalanceHeaders.contribute({ id: 'plan', needs: { plans: Plans }, make: ({ plans }) => planHeaders(plans) }),
  ],
  operations: [
    ...[listPlans, listSubscriptions, getPlan, previewPlan, subscribe, changePlan, cancelPlan],
    ...[renewPlans, getAvailability],
  ],
  jobs: [planRenewal],
})
