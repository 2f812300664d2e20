import { hasAdminScope, type Scope } from '../operation/scope.ts'
import type { Account } from './accounts.ts'
import { connectedOperators, type OperatorTie, unconfirmedMemberships } from './operator-ties.ts'

/** The relation of the acting account to the account that an act changes. `operator`: an operator acts. `none`: another branch. */
export type Relation = 'operator' | 'own' | 'above' | 'none'
/** The account that an act changes; null: the operators of the host. */
export type ActTarget = Pick<Account, 'hasOwner' | 'keysFromAbove' | 'peopleFromAbove'> | null
/** The scopes of the caller, and the scopes that it gives or takes away. */
export interface ScopesOfAct {
  /** The account of the caller; null: an operator. */
  readonly accountId: string | null
  readonly granted: readonly string[]
  /** Scope ids; `*`: all of the account or of the operators. */
  readonly given: readonly string[]
  readonly known: readonly Scope[]
}
interface OnAccount {
  readonly relation: Relation
  readonly target: ActTarget
}

/** An act on people, portal links, keys or tokens, with the facts that decide it. */
export type Act =
  /** Invites a person, makes a portal link, or gives a member another role. */
  | (OnAccount & { readonly act: 'give-role'; readonly scopes: ScopesOfAct })
  /** Accepts an invitation or uses a portal link. The relation is that of the place where it was made. */
  | (OnAccount & { readonly act: 'use-role' })
  /** Removes a member, or takes its present role to give another one. */
  | (OnAccount & { readonly act: 'take-role'; readonly scopes: ScopesOfAct })
  /** @param isOwn Whether the invitation was made at the place of the caller. */
  | (OnAccount & { readonly act: 'revoke-invitation'; readonly scopes: ScopesOfAct; readonly isOwn: boolean })
  /** Issues a key or a token of a key, rotates, promotes, or widens a key. */
  | (OnAccount & { readonly act: 'issue-key' })
  /** Issues a credential of the admin API for the own account, or for operators. */
  | { readonly act: 'issue-token'; readonly scopes: ScopesOfAct }
  /** Lets the accounts above manage keys or people, or no longer. */
  | { readonly act: 'delegate'; readonly relation: Relation; readonly granted: readonly string[]; readonly on: boolean }
  /** Approves what other operators asked for or approved. Operators are named as `actingOperator` returns them. */
  | {
      readonly act: 'approve'
      readonly by: string
      readonly others: readonly string[]
      readonly ties: readonly OperatorTie[]
    }
  /** Confirms that an invited operator is another human than its inviter. */
  | {
      readonly act: 'confirm'
      readonly by: string
      readonly as: 'person' | 'token' | 'host'
      readonly invited: string
      readonly ties: readonly OperatorTie[]
    }

/** The reason why the policy refuses an act. Each caller maps it to a coded error. */
export type ActRefusal =
  | { readonly reason: 'operators-only' | 'keys-not-delegated' | 'people-not-delegated' | 'owner-protected' }
  | { readonly reason: 'owners-only' | 'persons-only' | 'same-operator' }
  | { readonly reason: 'scopes-lacking'; readonly lacking: readonly string[] }
  /** @param unconfirmed Memberships that another operator must confirm first. */
  | { readonly reason: 'operators-connected'; readonly unconfirmed: readonly string[] }

const ALL = '*'

/**
 * Decides who may invite, link, remove, approve, issue, delegate and confirm (decision 0132). It is the only place for these rules.
 *
 * @returns Null: the act is allowed.
 */
export function actRefusal(act: Act): ActRefusal | null {
  switch (act.act) {
    case 'give-role':
    case 'use-role':
    case 'take-role':
    case 'revoke-invitation':
      return peopleRefusal(act)
    case 'issue-key':
      if (act.target !== null && isEntitled(act, 'keysFromAbove')) return null
      return { reason: 'keys-not-delegated' }
    case 'issue-token':
      return scopesRefusal(act.scopes)
    case 'delegate':
      if (act.relation === 'operator') return null
      if (act.relation !== 'own') return { reason: 'owners-only' }
      return act.on && !act.granted.includes(ALL) ? { reason: 'owners-only' } : null
    case 'approve':
      return operatorsRefusal(act.ties, act.by, act.others)
    case 'confirm':
      if (act.as === 'host') return null
      return act.as === 'token' ? { reason: 'persons-only' } : operatorsRefusal(act.ties, act.by, [act.invited])
  }
}

type PeopleAct = Extract<Act, { readonly act: 'give-role' | 'use-role' | 'take-role' | 'revoke-invitation' }>

function peopleRefusal(act: PeopleAct): ActRefusal | null {
  const { relation, target } = act
  if (target === null && relation !== 'operator') return { reason: 'operators-only' }
  const isOfOwner = act.act === 'take-role' && act.scopes.given.includes(ALL)
  if (isOfOwner && relation !== 'own' && relation !== 'operator') return { reason: 'owner-protected' }
  const isOwnInvitation = act.act === 'revoke-invitation' && act.isOwn
  if (!isOwnInvitation && target !== null && !isEntitled(act, 'peopleFromAbove'))
    return { reason: 'people-not-delegated' }
  return act.act === 'use-role' ? null : scopesRefusal(act.scopes)
}

/** Whether the caller has a right of an account: an account above has it without an owner there, or by delegation. */
function isEntitled({ relation, target }: OnAccount, right: 'keysFromAbove' | 'peopleFromAbove'): boolean {
  if (relation === 'operator' || relation === 'own') return true
  return relation === 'above' && target !== null && isOpenToAbove(target, right)
}

/** Whether the accounts above have a right: what the account decided, or without a decision whether it has no owner yet. */
export const isOpenToAbove = (target: NonNullable<ActTarget>, right: 'keysFromAbove' | 'peopleFromAbove'): boolean =>
  target[right] ?? !target.hasOwner

function scopesRefusal({ accountId, granted, given, known }: ScopesOfAct): ActRefusal | null {
  const lacking = given.filter((id) => {
    if (id === ALL) return !granted.includes(ALL)
    const scope = known.find((one) => one.id === id)
    return scope === undefined || !hasAdminScope({ accountId, scopes: granted }, scope, known)
  })
  return lacking.length === 0 ? null : { reason: 'scopes-lacking', lacking }
}

/** Two operators are one if they are the same, or while unconfirmed invitations connect them. */
function operatorsRefusal(ties: readonly OperatorTie[], by: string, others: readonly string[]): ActRefusal | null {
  if (others.includes(by)) return { reason: 'same-operator' }
  const connected = connectedOperators(ties, by)
  if (!others.some((other) => connected.has(other))) return null
  return { reason: 'operators-connected', unconfirmed: unconfirmedMemberships(ties, connected) }
}
