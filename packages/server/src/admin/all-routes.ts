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
import { orderRoutes } from './orders.ts'
import { planRoutes } from './plans.ts'
import { priceRoutes } from './prices.ts'
import { quoteRoutes } from './quotes.ts'
import { retentionRoutes } from './retention.ts'
import { statementRoutes } from './statements.ts'
import { thresholdRoutes } from './thresholds.ts'
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
  thresholdRoutes,
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

/** Every route of the admin API, by topic. */
export const ADMIN_ROUTES: readonly AdminRoute[] = TOPICS.flat()
