import type { Operation } from '@parakh/core'
import { accountChangeRoutes } from './account-changes.ts'
import { accountRoutes } from './accounts.ts'
import type { AdminRoute } from './admin-route.ts'
import { allotmentRoutes } from './allotments.ts'
import { analyticsRoutes } from './analytics.ts'
import { auditRoutes } from './audit.ts'
import { billingRoutes } from './billing-details.ts'
import { brandRoutes } from './brands.ts'
import { commissionRoutes } from './commissions.ts'
import { costRoutes } from './costs.ts'
import { fundingRoutes } from './funding.ts'
import { fundingDecisionRoutes } from './funding-decisions.ts'
import { invoiceRoutes } from './invoices.ts'
import { keyRoutes } from './keys.ts'
import { kycRoutes } from './kyc.ts'
import { operationRoute } from './operation-route.ts'
import { orderRoutes } from './orders.ts'
import { planRoutes } from './plans.ts'
import { priceRoutes } from './prices.ts'
import { quoteRoutes } from './quotes.ts'
import { retentionRoutes } from './retention.ts'
import { statementRoutes } from './statements.ts'
import { usageRoutes } from './usage.ts'
import { walletTaskRoutes } from './wallet-tasks.ts'
import { walletRoutes } from './wallets.ts'
import { webhookDeliveryRoutes } from './webhook-deliveries.ts'
import { webhookRoutes } from './webhooks.ts'

const TOPICS: readonly (readonly AdminRoute[])[] = [
  accountRoutes,
  accountChangeRoutes,
  brandRoutes,
  kycRoutes,
  keyRoutes,
  walletRoutes,
  walletTaskRoutes,
  allotmentRoutes,
  priceRoutes,
  quoteRoutes,
  commissionRoutes,
  costRoutes,
  fundingRoutes,
  fundingDecisionRoutes,
  planRoutes,
  usageRoutes,
  analyticsRoutes,
  statementRoutes,
  billingRoutes,
  invoiceRoutes,
  orderRoutes,
  webhookRoutes,
  webhookDeliveryRoutes,
  auditRoutes,
  retentionRoutes,
]

/** Routes that are no operations yet. */
const UNCONVERTED: readonly AdminRoute[] = TOPICS.flat()

/** Every route of the admin API, by topic. @param operations Of the host. */
export const adminRoutes = (operations: readonly Operation[]): readonly AdminRoute[] => [
  ...UNCONVERTED,
  ...operations.map(operationRoute),
]
