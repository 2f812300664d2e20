/**
 * The scopes of the admin API. `for`: `branch` scopes may be given to any credential; `operators` scopes only to a credential of an
 * operator, because they move money, set costs, or cover all branches. Of accounts, only a super admin can use `super_admin` scopes,
 * within its branch.
 */
export const ADMIN_SCOPES = {
  'accounts:read': { for: 'branch', summary: 'See accounts' },
  'accounts:write': {
    for: 'branch',
    summary: 'Open, rename, move, suspend and close accounts below; grant and revoke APIs',
  },
  'brands:write': { for: 'super_admin', summary: 'Set and clear the brands of accounts' },
  'kyc:approve': { for: 'operators', summary: 'Approve or reject KYC' },
  'keys:read': { for: 'branch', summary: 'See API keys, without secrets' },
  'keys:write': { for: 'branch', summary: 'Issue, label, restrict, rotate, promote and revoke API keys' },
  'wallets:read': { for: 'branch', summary: 'See balances' },
  'wallets:write': { for: 'operators', summary: 'Credit and adjust wallets' },
  'wallets:alert': { for: 'branch', summary: 'Set balance thresholds' },
  'wallets:allot': { for: 'branch', summary: 'Allot from a parent to a direct child' },
  'usage:read': { for: 'branch', summary: 'See the usage log' },
  'audit:read': { for: 'branch', summary: 'See the audit log' },
  'orders:read': { for: 'branch', summary: 'See orders and other asynchronous calls' },
  'retention:read': { for: 'operators', summary: 'See retention times' },
  'retention:write': { for: 'operators', summary: 'Purge data past its retention' },
  'prices:read': { for: 'branch', summary: 'See prices and quotes' },
  'prices:write': { for: 'super_admin', summary: 'Set prices: a super admin those of accounts and roles below it' },
  'commissions:read': { for: 'branch', summary: 'See commission' },
  'commissions:write': { for: 'branch', summary: 'Set the rates of accounts below, convert commission' },
  'plans:read': { for: 'branch', summary: 'See plans and subscriptions' },
  'plans:subscribe': { for: 'branch', summary: 'Subscribe, upgrade and downgrade: an account only for itself' },
  'plans:write': { for: 'super_admin', summary: 'Assign plans to accounts below: includes plans:subscribe' },
  'funding:read': { for: 'branch', summary: 'See funding requests' },
  'funding:submit': { for: 'branch', summary: 'Submit funding requests' },
  'funding:approve': { for: 'operators', summary: 'Approve or reject funding requests, book chargebacks' },
  'costs:read': { for: 'operators', summary: 'See provider costs and margins' },
  'costs:write': { for: 'operators', summary: 'Set costs, reconcile invoices of providers' },
  'webhooks:read': { for: 'branch', summary: 'See webhook endpoints and deliveries' },
  'webhooks:write': { for: 'branch', summary: 'Change webhook endpoints, replay deliveries' },
} as const satisfies Readonly<
  Record<string, { readonly for: 'branch' | 'super_admin' | 'operators'; readonly summary: string }>
>

/** A scope of the admin API. */
export type AdminScope = keyof typeof ADMIN_SCOPES

/** Whether a text is a scope. */
export const isAdminScope = (text: string): text is AdminScope => Object.hasOwn(ADMIN_SCOPES, text)
