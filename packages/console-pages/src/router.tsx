import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  retainSearchParams,
} from '@tanstack/react-router'
import { HomePage } from './pages/home/home-page.tsx'
import { NoPage } from './shell/no-page.tsx'
import { PageFault } from './shell/page-fault.tsx'
import type { Search } from './shell/search.ts'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NoPage,
  validateSearch: (search: Record<string, unknown>): Search =>
    Object.fromEntries(Object.entries(search).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))),
  search: { middlewares: [retainSearchParams(['environment', 'account'])] },
})
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Shell, notFoundComponent: NoPage })

type Loads = Parameters<typeof lazyRouteComponent>[0]
const page = (path: string, loads: Loads, name: string) =>
  createRoute({ getParentRoute: () => inside, path, component: lazyRouteComponent(loads, name) })
const outside = (path: string, loads: Loads, name: string) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(loads, name) })

const tree = root.addChildren([
  inside.addChildren([
    createRoute({ getParentRoute: () => inside, path: '/', component: HomePage }),
    page('/work', () => import('./pages/work/work-page.tsx'), 'WorkPage'),
    page('/work/$queue', () => import('./pages/work/queue-page.tsx'), 'QueuePage'),
    page('/accounts', () => import('./pages/accounts/accounts-page.tsx'), 'AccountsPage'),
    page('/accounts/$accountId', () => import('./pages/accounts/account-page.tsx'), 'AccountPage'),
    page(
      '/accounts/$accountId/webhooks/$endpointId',
      () => import('./pages/accounts/account-webhook-page.tsx'),
      'AccountWebhookPage',
    ),
    page('/plans', () => import('./pages/plans/plans-page.tsx'), 'PlansPage'),
    page('/prices', () => import('./pages/prices/prices-page.tsx'), 'PricesPage'),
    page('/costs', () => import('./pages/costs/costs-page.tsx'), 'CostsPage'),
    page('/commission', () => import('./pages/commission/commission-page.tsx'), 'CommissionPage'),
    page('/brand', () => import('./pages/brand/brand-page.tsx'), 'BrandPage'),
    page('/calls', () => import('./pages/calls/calls-page.tsx'), 'CallsPage'),
    page('/system', () => import('./pages/system/system-page.tsx'), 'SystemPage'),
    page('/sources', () => import('./pages/sources/sources-page.tsx'), 'SourcesPage'),
    page('/try', () => import('./pages/try-it/try-it-page.tsx'), 'TryItPage'),
    page('/apis', () => import('./pages/apis/apis-page.tsx'), 'ApisPage'),
    page('/keys', () => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
    page('/usage', () => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
    page('/analytics', () => import('./pages/analytics/analytics-page.tsx'), 'AnalyticsPage'),
    page('/webhooks', () => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
    page('/webhooks/$endpointId', () => import('./pages/webhooks/endpoint-page.tsx'), 'EndpointPage'),
    page('/orders', () => import('./pages/orders/orders-page.tsx'), 'OrdersPage'),
    page('/wallet', () => import('./pages/wallet/wallet-page.tsx'), 'WalletPage'),
    page('/plan', () => import('./pages/plan/plan-page.tsx'), 'PlanPage'),
    page('/invoices', () => import('./pages/invoices/invoices-page.tsx'), 'InvoicesPage'),
    page('/kyc', () => import('./pages/kyc/kyc-page.tsx'), 'KycPage'),
    page('/audit', () => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
    page('/tokens', () => import('./pages/tokens/tokens-page.tsx'), 'TokensPage'),
    page('/team', () => import('./pages/team/team-page.tsx'), 'TeamPage'),
    page('/security', () => import('./pages/security/security-page.tsx'), 'SecurityPage'),
  ]),
  outside('/sign-in', () => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
  outside('/invitation', () => import('./pages/sign-in/invitation-page.tsx'), 'InvitationPage'),
  outside('/sso', () => import('./pages/sign-in/sso-page.tsx'), 'SsoPage'),
  outside('/enter', () => import('./pages/sign-in/enter-page.tsx'), 'EnterPage'),
])

/** @param base Where the console is: `/console`. */
export const createPages = (base: string) =>
  createRouter({
    routeTree: tree,
    basepath: base,
    // Beside the menu, which leads elsewhere.
    defaultErrorComponent: PageFault,
    scrollRestoration: true,
    defaultPreload: 'intent',
    // Filters are texts: `?outcome=failed`, not JSON.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const texts = Object.entries(search).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
      const query = new URLSearchParams(texts).toString()
      return query === '' ? '' : `?${query}`
    },
  })
