import type { paths } from '../../data/admin.ts'

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Answer<P extends keyof paths, M extends 'get' | 'post' | 'patch'> = paths[P][M] extends {
  responses: infer R
}
  ? Json<R[keyof R & (200 | 201)]>
  : never
type ItemOf<P extends keyof paths> = Answer<P, 'get'> extends { items: (infer Item)[] } ? Item : never

/** An API key, without its secret. */
export type Key = ItemOf<'/admin/v1/keys'>
/** A request of the usage log. */
export type UsageRow = ItemOf<'/admin/v1/accounts/{account_id}/usage'>
/** A payment into a wallet. */
export type Funding = ItemOf<'/admin/v1/funding'>
/** A webhook endpoint. */
export type WebhookEndpoint = ItemOf<'/admin/v1/accounts/{account_id}/webhooks'>
/** An invoice or a credit note. */
export type Invoice = ItemOf<'/admin/v1/invoices'>
/** The billing details of an account. */
export type Billing = NonNullable<Answer<'/admin/v1/accounts/{account_id}/billing', 'get'>['billing']>
/** An order or another call that is answered later. */
export type Order = ItemOf<'/admin/v1/accounts/{account_id}/orders'>
/** An entry of the audit log. */
export type AuditEntry = ItemOf<'/admin/v1/audit'>
/** A credential of the admin API. */
export type AdminToken = ItemOf<'/admin/v1/tokens'>
/** A plan that this host offers. */
export type OfferedPlan = ItemOf<'/admin/v1/plans'>
/** A subscription to a plan. */
export type Subscription = ItemOf<'/admin/v1/subscriptions'>
/** The plan of an account. */
export type AccountPlan = Answer<'/admin/v1/accounts/{account_id}/plan', 'get'>
/** Calls, success, latency and spend of a group. */
export type Figure = Answer<'/admin/v1/accounts/{account_id}/analytics', 'get'>['figures'][number]
/** The KYC of an account. */
export type Kyc = Answer<'/admin/v1/accounts/{account_id}/kyc', 'get'>
/** An entry of a wallet. */
export type LedgerRow = ItemOf<'/admin/v1/accounts/{account_id}/wallets/{environment}/ledger'>
/** What happened to the money of a call. */
export type CallTimeline = Answer<'/admin/v1/accounts/{account_id}/calls/{reference}/timeline', 'get'>
/** One step of it. */
export type TimelineStep = CallTimeline['steps'][number]
/** A UPI QR to be paid. */
export type UpiQr = Answer<'/admin/v1/accounts/{account_id}/wallets/{environment}/upi-qrs', 'post'>
/** How money is paid into a wallet. */
export type FundingMethods = Answer<'/admin/v1/accounts/{account_id}/wallets/{environment}/funding-methods', 'get'>
/** Below what an account is warned. */
export type WalletThreshold = Answer<'/admin/v1/accounts/{account_id}/wallets/{environment}/threshold', 'get'>
/** An endpoint with its price. */
export type PricedApi = Answer<'/admin/v1/accounts/{account_id}/apis/prices', 'get'>['items'][number]
/** An event with its deliveries. */
export type WebhookEvent = ItemOf<'/admin/v1/accounts/{account_id}/webhook-events'>
/** What became of an event at an endpoint. */
export type EventDelivery = WebhookEvent['deliveries'][number]
/** What needs an act. */
export type Alert = ItemOf<'/admin/v1/alerts'>
/** A queue of work. */
export type WorkQueue = ItemOf<'/admin/v1/work'>
/** A submission of KYC that waits for a decision. */
export type KycSubmission = ItemOf<'/admin/v1/kyc'>
/** A payment that fits no order. */
export type SuspenseItem = ItemOf<'/admin/v1/funding-suspense'>
/** What an external wallet has still to do. */
export type WalletTask = ItemOf<'/admin/v1/wallet-tasks'>
/** A job that was given up. */
export type FailedJob = ItemOf<'/admin/v1/failed-jobs'>
/** A call of any account. */
export type FoundCall = ItemOf<'/admin/v1/calls'>
/** An account. */
export type Account = Answer<'/admin/v1/accounts/{account_id}', 'get'>
/** An account with its balance and last use. */
export type StandingAccount = ItemOf<'/admin/v1/account-balances'>
/** How the system stands. */
export type System = Answer<'/admin/v1/system', 'get'>
/** A live source. */
export type Source = Answer<'/admin/v1/sources', 'get'>['items'][number]
/** How a test of a source ended. */
export type SourceTest = Answer<'/admin/v1/sources/test', 'post'>
/** The commission of a month on one endpoint. */
export type CommissionLine = Answer<
  '/admin/v1/accounts/{account_id}/commission/{environment}/statements/{month}',
  'get'
>['lines'][number]
/** The brand of an account at its own domain. */
export type Brand = NonNullable<Answer<'/admin/v1/accounts/{account_id}/brand', 'get'>['brand']>
/** A price that was set. */
export type SetPrice = ItemOf<'/admin/v1/prices'>
/** What rates and prices would have brought. */
export type Simulation = Answer<'/admin/v1/quotes/simulations', 'post'>
/** What an operation of a provider costs. */
export type ProviderOperationCost = ItemOf<'/admin/v1/costs'>
/** The margins of a month. */
export type Margins = Answer<'/admin/v1/costs/margins', 'get'>
/** An invoice of a provider beside what was booked. */
export type Reconciliation = Answer<'/admin/v1/costs/reconciliations', 'post'>
