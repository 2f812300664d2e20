import type { IconName } from '../parts/icon.tsx'
import type { Workplace } from '../session/workplace.tsx'

/** A group of the menu. */
export type MenuGroup = 'business' | 'start' | 'develop' | 'money' | 'account'
/** A page of the menu. */
export type PageName =
  | 'work'
  | 'accounts'
  | 'calls'
  | 'system'
  | 'sources'
  | 'prices'
  | 'costs'
  | 'plans'
  | 'commission'
  | 'brand'
  | 'home'
  | 'tryIt'
  | 'apis'
  | 'keys'
  | 'usage'
  | 'analytics'
  | 'webhooks'
  | 'orders'
  | 'wallet'
  | 'plan'
  | 'invoices'
  | 'kyc'
  | 'audit'
  | 'team'
  | 'tokens'
  | 'security'

/** An entry of the menu. A scope that nobody has belongs to a feature that is not configured. */
export interface MenuEntry {
  readonly name: PageName
  readonly path: string
  readonly icon: IconName
  readonly group: MenuGroup
  /** Null: for every person. */
  readonly scope: string | null
  /** Absent: it is about an account; `parents`: of resellers and operators. */
  readonly of?: 'operators' | 'resellers' | 'parents' | 'everybody'
}

/** The pages, in the order of the menu. */
export const MENU: readonly MenuEntry[] = [
  { name: 'work', path: '/work', icon: 'list', group: 'business', scope: 'work:read', of: 'operators' },
  { name: 'accounts', path: '/accounts', icon: 'people', group: 'business', scope: 'wallets:read', of: 'parents' },
  { name: 'prices', path: '/prices', icon: 'receipt', group: 'business', scope: 'prices:read', of: 'parents' },
  { name: 'costs', path: '/costs', icon: 'wallet', group: 'business', scope: 'costs:read', of: 'operators' },
  { name: 'plans', path: '/plans', icon: 'layers', group: 'business', scope: 'plans:read', of: 'operators' },
  {
    name: 'commission',
    path: '/commission',
    icon: 'chart',
    group: 'business',
    scope: 'commissions:read',
    of: 'resellers',
  },
  { name: 'brand', path: '/brand', icon: 'sun', group: 'business', scope: 'brands:write', of: 'resellers' },
  { name: 'calls', path: '/calls', icon: 'search', group: 'business', scope: 'usage:read', of: 'operators' },
  { name: 'system', path: '/system', icon: 'server', group: 'business', scope: 'system:read', of: 'operators' },
  { name: 'sources', path: '/sources', icon: 'plug', group: 'business', scope: 'system:read', of: 'operators' },
  { name: 'home', path: '/', icon: 'home', group: 'start', scope: null },
  { name: 'tryIt', path: '/try', icon: 'play', group: 'start', scope: 'keys:write' },
  { name: 'apis', path: '/apis', icon: 'grid', group: 'develop', scope: 'accounts:read' },
  { name: 'keys', path: '/keys', icon: 'key', group: 'develop', scope: 'keys:read' },
  { name: 'usage', path: '/usage', icon: 'list', group: 'develop', scope: 'usage:read' },
  { name: 'analytics', path: '/analytics', icon: 'chart', group: 'develop', scope: 'analytics:read' },
  { name: 'webhooks', path: '/webhooks', icon: 'hook', group: 'develop', scope: 'webhooks:read' },
  { name: 'orders', path: '/orders', icon: 'box', group: 'develop', scope: 'orders:read' },
  { name: 'wallet', path: '/wallet', icon: 'wallet', group: 'money', scope: 'wallets:read' },
  { name: 'plan', path: '/plan', icon: 'layers', group: 'money', scope: 'plans:read' },
  { name: 'invoices', path: '/invoices', icon: 'receipt', group: 'money', scope: 'statements:read' },
  { name: 'kyc', path: '/kyc', icon: 'shield', group: 'account', scope: 'accounts:read' },
  { name: 'team', path: '/team', icon: 'people', group: 'account', scope: 'people:read', of: 'everybody' },
  { name: 'tokens', path: '/tokens', icon: 'key', group: 'account', scope: 'tokens:write', of: 'everybody' },
  { name: 'audit', path: '/audit', icon: 'history', group: 'account', scope: 'audit:read', of: 'everybody' },
  { name: 'security', path: '/security', icon: 'lock', group: 'account', scope: null, of: 'everybody' },
]

/** The entry of a path below the console; null: it is in no menu. */
export const entryOf = (path: string): MenuEntry | null =>
  MENU.find((entry) => path === entry.path || (entry.path !== '/' && path.startsWith(`${entry.path}/`))) ?? null

/** The pages of operators, of people, and of the account as a whole. */
const OF_BOTH: readonly PageName[] = [
  ...(['work', 'calls', 'system', 'sources', 'prices', 'costs', 'plans', 'brand'] as const),
  ...(['kyc', 'team', 'tokens', 'audit', 'security'] as const),
]
/** Whether a page shows one environment: others have no switch between them. */
export const dependsOnEnvironment = (path: string): boolean => {
  const entry = entryOf(path)
  return entry === null || !OF_BOTH.includes(entry.name)
}

/** By what a portal link names a page: the last part of its address, or `home`. */
const portalName = ({ path }: MenuEntry): string => (path === '/' ? 'home' : path.slice(1))

/** The roles of accounts that may have others below them, besides operators. */
const PARENTS: readonly string[] = ['super_admin', 'master_distributor', 'distributor', 'retailer']

function isFor({ of }: MenuEntry, { account_id, account_role }: Workplace['membership']): boolean {
  if (of === 'everybody') return true
  const isOperator = account_id === null
  const isReseller = PARENTS.includes(account_role ?? '')
  if (of === 'parents') return isOperator || isReseller
  if (of === 'resellers') return isReseller
  return (of === 'operators') === isOperator
}

/** Whether a person has a page: by the scopes of its role, and by the portal link that it came with. */
export function hasPage(
  entry: MenuEntry,
  { may, session, membership }: Pick<Workplace, 'may' | 'session' | 'membership'>,
): boolean {
  const pages = session.portal?.pages ?? null
  if (!isFor(entry, membership)) return false
  // Before the second factor is set up nothing else is answered.
  if (session.needs !== null) return entry.name === 'security'
  return (entry.scope === null || may(entry.scope)) && (pages === null || pages.includes(portalName(entry)))
}
