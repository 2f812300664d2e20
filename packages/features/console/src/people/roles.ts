import { personSelf, type Scope } from '@parakh/core'
import { tokensWrite } from './scopes.ts'

/** The roles of persons in an account, and of operators. */
export const ACCOUNT_ROLES = ['viewer', 'developer', 'billing', 'admin', 'owner'] as const
export const OPERATOR_ROLES = ['support', 'kyc', 'finance', 'pricing', 'admin'] as const

/** The role of an operator in the account as which it sees the console: everything is read and nothing changed. */
export const VIEW_ROLE = 'operator-view'

/** What only those who handle money or people read. */
const NOT_FOR_VIEWERS = /^(audit|people|commissions|statements|funding):/
const isRead = ({ id }: Scope): boolean => id.endsWith(':read')
const none = (): boolean => false

const BILLING = ['funding:submit', 'plans:subscribe', 'wallets:alert', 'billing:write']
const BILLING_READS = /^(funding|statements|commissions):read$/
const viewer = (scope: Scope): boolean => isRead(scope) && !NOT_FOR_VIEWERS.test(scope.id)

type Rule = (scope: Scope) => boolean
const OF_ACCOUNTS: Readonly<Record<string, Rule>> = {
  viewer,
  developer: (scope) => viewer(scope) || ['keys:write', 'webhooks:write'].includes(scope.id),
  billing: (scope) => viewer(scope) || BILLING_READS.test(scope.id) || BILLING.includes(scope.id),
  admin: ({ id }) => id !== tokensWrite.id,
  // Nobody is given it: an operator has it while it sees the console as the account does.
  [VIEW_ROLE]: isRead,
}
/** Who was looked up by whom: for those alone who answer the person. */
const OF_PEOPLE = /^subjects:/
const also =
  (...ids: readonly string[]): Rule =>
  (scope) =>
    (isRead(scope) && !OF_PEOPLE.test(scope.id)) || ids.includes(scope.id)
const OF_OPERATORS: Readonly<Record<string, Rule>> = {
  support: also('calls:refund'),
  kyc: also('kyc:approve'),
  finance: also('calls:refund', 'funding:approve', 'wallets:write', 'statements:write'),
  pricing: also('prices:write', 'plans:write', 'costs:write', 'commissions:write', 'brands:write'),
}

/** A role as a person is given it. */
export interface GivenRole {
  readonly role: string
  readonly production: boolean
}
/** Where a role is held. */
interface Place {
  /** Null: an operator. */
  readonly accountId: string | null
}

/** The scopes of a role, from those of the host, so that a plugin's fits by itself. The highest role of each place has `*`. */
export function scopesOf(role: string, { accountId }: Place, all: readonly Scope[]): readonly string[] {
  if (role === (accountId === null ? 'admin' : 'owner')) return ['*']
  const rule = (accountId === null ? OF_OPERATORS : OF_ACCOUNTS)[role] ?? none
  const own = all
    .filter((scope) => (accountId === null || scope.for !== 'operators') && rule(scope))
    .map(({ id }) => id)
  return [...new Set([...own, personSelf.id])]
}

/** The same without `*`, for a page: which pages there are follows from what the host has. */
export function namedScopesOf(role: string, place: Place, all: readonly Scope[]): readonly string[] {
  const own = scopesOf(role, place, all)
  if (!own.includes('*')) return own
  return all.filter((scope) => place.accountId === null || scope.for !== 'operators').map(({ id }) => id)
}

/** Whether a role may use production: of a developer the membership says so, and other roles are not divided by environment. */
export const mayUseProduction = ({ role, production }: GivenRole): boolean => role !== 'developer' || production
