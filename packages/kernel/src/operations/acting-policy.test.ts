import {
  type ActRefusal,
  type ActTarget,
  actingOperator,
  actRefusal,
  type OperatorTie,
  operatorOf,
  type Relation,
} from '@parakh/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const KNOWN = ['keys:read', 'keys:write', 'people:write'].map((id) => ({
  id: id as `${string}:${string}`,
  for: 'branch' as const,
  summary: id,
  includes: [],
}))
/** The roles of this model, with their scopes. */
const ROLES = { viewer: ['keys:read'], developer: ['keys:read', 'keys:write'], owner: ['*'] } as const
type RoleName = keyof typeof ROLES
const roleName = fc.constantFrom<RoleName>('viewer', 'developer', 'owner')

/** An account of the model. `decided` is what its own people or an operator have decided. */
interface ModelAccount {
  readonly parent: number | null
  keys: boolean | null
  people: boolean | null
  members: { readonly role: RoleName; readonly from: number | 'operator' }[]
}
const hasOwner = ({ members }: ModelAccount): boolean => members.some(({ role }) => role === 'owner')
const targetOf = (account: ModelAccount): NonNullable<ActTarget> => ({
  hasOwner: hasOwner(account),
  keysFromAbove: account.keys,
  peopleFromAbove: account.people,
})
const ancestorsOf = (tree: readonly ModelAccount[], index: number): readonly number[] => {
  const parent = tree[index]?.parent ?? null
  return parent === null ? [] : [parent, ...ancestorsOf(tree, parent)]
}
const relationOf = (tree: readonly ModelAccount[], from: number | 'operator', to: number): Relation => {
  if (from === 'operator') return 'operator'
  if (from === to) return 'own'
  return ancestorsOf(tree, to).includes(from) ? 'above' : 'none'
}

const SIZE = 6
/** Trees of six accounts: the parent of each is an earlier one, or none. */
const trees = fc
  .tuple(...Array.from({ length: SIZE }, (_, n) => fc.option(n === 0 ? fc.constant(0) : fc.nat(n - 1))))
  .map((parents) =>
    parents.map(
      (parent, n): ModelAccount => ({ parent: n === 0 ? null : parent, keys: null, people: null, members: [] }),
    ),
  )
const place = fc.oneof(fc.nat(SIZE - 1), fc.constant('operator' as const))
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'invite' as const,
      'accept' as const,
      'link' as const,
      'take' as const,
      'issue' as const,
      'delegate-keys' as const,
      'delegate-people' as const,
    ),
    from: place,
    to: fc.nat(SIZE - 1),
    role: roleName,
    as: roleName,
    on: fc.boolean(),
    nth: fc.nat(9),
  }),
  { maxLength: 40 },
)

/** The rules of issue 38, A.2, stated apart from the policy: nobody outside an account gets a right over it without an owner's leave. */
const mayFromOutside = (account: ModelAccount, relation: Relation, right: 'keys' | 'people'): boolean => {
  if (relation === 'operator' || relation === 'own') return true
  if (relation === 'none' || account[right] === false) return false
  return account[right] === true || !hasOwner(account)
}
const covers = (as: RoleName, role: RoleName): boolean =>
  as === 'owner' || (role !== 'owner' && ROLES[role].every((scope) => ROLES[as].some((own) => own === scope)))

describe('the acting policy', () => {
  it('keeps accounts above out of accounts with an owner, in every sequence of invitations, links, removals, keys and delegations', () => {
    fc.assert(
      fc.property(trees, acts, (tree, sequence) => {
        const open: { readonly from: number | 'operator'; readonly to: number; readonly role: RoleName }[] = []
        for (const { kind, from, to, role, as, on, nth } of sequence) {
          const account = tree[to]
          if (!account) continue
          const relation = relationOf(tree, from, to)
          const target = targetOf(account)
          const scopes = { accountId: from === 'operator' ? null : `${from}`, granted: ROLES[as], known: KNOWN }
          const given = { ...scopes, given: ROLES[role] }
          if (kind === 'invite' || kind === 'link') {
            const refusal = actRefusal({ act: 'give-role', relation, target, scopes: given })
            expect(refusal === null).toBe(mayFromOutside(account, relation, 'people') && covers(as, role))
            if (refusal === null) open.push({ from, to, role })
          } else if (kind === 'accept') {
            const invitation = open[nth]
            const invited = invitation && tree[invitation.to]
            if (!invitation || !invited) continue
            const at = relationOf(tree, invitation.from, invitation.to)
            const refusal = actRefusal({ act: 'use-role', relation: at, target: targetOf(invited) })
            expect(refusal === null).toBe(mayFromOutside(invited, at, 'people'))
            if (refusal === null) invited.members.push({ role: invitation.role, from: invitation.from })
          } else if (kind === 'take') {
            const member = account.members[nth]
            if (!member) continue
            const taken = { ...scopes, given: ROLES[member.role] }
            const refusal = actRefusal({ act: 'take-role', relation, target, scopes: taken })
            const isInside = relation === 'own' || relation === 'operator'
            const may = mayFromOutside(account, relation, 'people') && (isInside || member.role !== 'owner')
            expect(refusal === null).toBe(may && covers(as, member.role))
            const owners = account.members.filter((one) => one.role === 'owner').length
            if (refusal === null && (member.role !== 'owner' || owners > 1)) account.members.splice(nth, 1)
          } else if (kind === 'issue') {
            const refusal = actRefusal({ act: 'issue-key', relation, target })
            expect(refusal === null).toBe(mayFromOutside(account, relation, 'keys'))
          } else {
            const refusal = actRefusal({ act: 'delegate', relation, granted: ROLES[as], on })
            const may = relation === 'operator' || (relation === 'own' && (!on || as === 'owner'))
            expect(refusal === null).toBe(may)
            if (refusal === null) account[kind === 'delegate-keys' ? 'keys' : 'people'] = on
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('lets an account above revoke only the invitations that it made itself, without the right to people', () => {
    const target = { hasOwner: true, keysFromAbove: true, peopleFromAbove: null }
    const scopes = { accountId: 'r', granted: ['*'], given: ['keys:read'], known: KNOWN }
    const revoke = (isOwn: boolean, granted: readonly string[] = ['*']) =>
      actRefusal({ act: 'revoke-invitation', relation: 'above', target, scopes: { ...scopes, granted }, isOwn })
    expect(revoke(true)).toBeNull()
    expect(revoke(false)).toEqual({ reason: 'people-not-delegated' })
    expect(revoke(true, ['people:write'])).toEqual({ reason: 'scopes-lacking', lacking: ['keys:read'] })
  })

  it('gives a credential no scope that its maker lacks, and none that no operation has', () => {
    const issue = (granted: readonly string[], given: readonly string[]) =>
      actRefusal({ act: 'issue-token', scopes: { accountId: null, granted, given, known: KNOWN } })
    expect(issue(['*'], ['*', 'keys:read'])).toBeNull()
    expect(issue(['keys:read'], ['*'])).toEqual({ reason: 'scopes-lacking', lacking: ['*'] })
    expect(issue(['*'], ['keys:fly'])).toEqual({ reason: 'scopes-lacking', lacking: ['keys:fly'] })
  })
})

const OPERATORS = ['ada', 'bo', 'cy', 'di', 'ed'] as const
const operator = fc.constantFrom(...OPERATORS)
interface Invited {
  readonly invited: string
  readonly inviter: string
  isConfirmed: boolean
}
/** Whether a chain of unconfirmed invitations leads from one operator to the other, found by joining sets until nothing changes. */
function isOneHuman(invitations: readonly Invited[], one: string, other: string): boolean {
  const groups = new Map<string, string>(OPERATORS.map((name) => [name, name]))
  for (let changed = true; changed; ) {
    changed = false
    for (const { invited, inviter, isConfirmed } of invitations) {
      const [a = invited, b = inviter] = [groups.get(invited), groups.get(inviter)]
      if (isConfirmed || a === b) continue
      for (const [name, group] of groups) if (group === b) groups.set(name, a)
      changed = true
    }
  }
  return groups.get(one) === groups.get(other)
}

describe('two operators', () => {
  it('are two only if no chain of unconfirmed invitations joins them, whoever invites, confirms and approves', () => {
    const step = fc.record({ kind: fc.constantFrom('invite', 'confirm', 'approve'), by: operator, of: operator })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (sequence) => {
        const invitations: Invited[] = []
        const ties = (): readonly OperatorTie[] =>
          invitations.filter(({ isConfirmed }) => !isConfirmed).map((one) => ({ ...one, membershipId: one.invited }))
        for (const { kind, by, of } of sequence) {
          if (kind === 'invite' && by !== of) invitations.push({ invited: of, inviter: by, isConfirmed: false })
          if (kind === 'approve') {
            const refusal = actRefusal({ act: 'approve', by, others: [of], ties: ties() })
            expect(refusal === null).toBe(!isOneHuman(invitations, by, of))
          }
          if (kind === 'confirm') {
            const refusal = actRefusal({ act: 'confirm', by, as: 'person', invited: of, ties: ties() })
            expect(refusal === null).toBe(!isOneHuman(invitations, by, of))
            if (refusal === null) for (const one of invitations) if (one.invited === of) one.isConfirmed = true
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('are not made two by confirming in a cycle', () => {
    const ties = [
      { invited: 'bo', inviter: 'ada', membershipId: 'm-bo' },
      { invited: 'cy', inviter: 'bo', membershipId: 'm-cy' },
    ]
    const confirm = (by: string, as: 'person' | 'token' | 'host' = 'person'): ActRefusal | null =>
      actRefusal({ act: 'confirm', by, as, invited: 'bo', ties })
    expect(confirm('cy')).toEqual({ reason: 'operators-connected', unconfirmed: ['m-bo', 'm-cy'] })
    expect(confirm('bo')).toEqual({ reason: 'same-operator' })
    expect(confirm('di', 'token')).toEqual({ reason: 'persons-only' })
    expect(confirm('di')).toBeNull()
    expect(confirm('ada', 'host')).toBeNull()
  })

  it('are one by each of the names of an actor: a person, its credentials, and capital letters', () => {
    const names = ['person:01J9', 'person:01J9/ci@operators', 'person:01j9', ' person:01J9 ']
    expect(new Set(names.map(actingOperator))).toEqual(new Set(['01j9']))
    expect(new Set(names.map(operatorOf))).toEqual(new Set(['01j9']))
    expect(['admin:asha', 'asha', 'Asha'].map(actingOperator)).toEqual(['asha', 'asha', 'asha'])
  })
})
