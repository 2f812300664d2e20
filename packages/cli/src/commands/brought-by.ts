/**
 * The packages that bring commands by the configuration, by the beginning of these commands. A package that is not installed cannot say it, so
 * it is a list; brought-by.test.ts holds it against the operations of all features.
 */
export const BROUGHT_BY: Readonly<Record<string, string>> = {
  'accounts billing': '@parakh/invoicing',
  'accounts brand': '@parakh/resale',
  analytics: '@parakh/analytics',
  commissions: '@parakh/resale',
  costs: '@parakh/resale',
  funding: '@parakh/funding',
  invoices: '@parakh/invoicing',
  people: '@parakh/console',
  plans: '@parakh/plans',
  'portal-links': '@parakh/console',
  'portal-sessions': '@parakh/console',
  prices: '@parakh/resale',
  quote: '@parakh/resale',
  statements: '@parakh/invoicing',
  webhooks: '@parakh/webhooks',
}
