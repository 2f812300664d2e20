import type { AuditEntry } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { nameOf, usePeople } from '../team/people.ts'
import { actionTexts, isKnownAction } from './action-texts.ts'
import { auditTexts } from './audit-texts.ts'

/** What the names, labels and addresses of things are called in an entry. */
const NAME_FIELDS = ['label', 'name', 'email', 'url'] as const

/** What entries say, in words of the reader: persons by name, things by what they are. */
export interface Named {
  /** By whom one can filter: those of the team. */
  readonly people: readonly { readonly value: string; readonly label: string }[]
  action(action: string): string
  actor(actor: string): string
  subject(entry: AuditEntry): string
}

/** The words for entries of this account. */
export function useNamed(): Named {
  const texts = useTexts(auditTexts)
  const actions = useTexts(actionTexts)
  const { accountId, membership, session, may } = useWorkplace()
  const { data: members = [] } = usePeople(accountId, may('people:read'))
  const names = new Map(members.map((member) => [member.person_id, nameOf(member)]))
  const own = session.person
  if (!names.has(own.person_id)) names.set(own.person_id, own.name || (own.email ?? ''))
  const person = (id: string): string => names.get(id) || texts.person(lastOf(id))
  const kindOf = (kind: string): string =>
    isKind(kind, texts.kinds) ? texts.kinds[kind] : kind.charAt(0).toUpperCase() + kind.slice(1)
  return {
    people: [...names].map(([id, label]) => ({ value: `person:${id}`, label })),
    action: (action) => (isKnownAction(action) ? actions[action] : action),
    actor(actor) {
      const [, scheme = '', rest = ''] = /^(\w+):(.*)$/.exec(actor) ?? []
      const [id = '', token] = rest.split('/')
      if (scheme === 'person') return token === undefined ? person(id) : texts.byToken(person(id), token)
      if (scheme === 'system' || actor === 'system') return texts.system
      if (scheme === 'stranger') return texts.stranger
      if (scheme === 'key') return texts.key(`…${lastOf(rest)}`)
      if (scheme === 'admin') return texts.token(rest)
      return texts.operator(actor)
    },
    subject(entry) {
      const [kind = '', id = '', part] = entry.subject.split('/')
      if (kind === 'person') return person(id)
      if (kind === 'account' && id === accountId) return membership.account_name ?? kindOf(kind)
      if (kind === 'wallet') return part === 'production' || part === 'sandbox' ? texts.wallets[part] : kindOf(kind)
      return `${kindOf(kind)} ${givenName(kind, { ...entry.before, ...entry.after }) ?? shortened(id)}`.trim()
    },
  }
}

/** What an entry itself calls its object; null: nothing. */
function givenName(kind: string, facts: Readonly<Record<string, unknown>>): string | null {
  const { amount } = facts
  if (kind === 'funding' && typeof amount === 'string') return rupees(amount)
  const given = NAME_FIELDS.map((field) => facts[field]).find((value) => typeof value === 'string' && value !== '')
  return typeof given === 'string' ? given : null
}

/** The end of an id tells things apart; its start is a time. */
const lastOf = (id: string): string => id.slice(-6)
/** Short names stay: an endpoint, the number of an invoice. */
const shortened = (id: string): string => (id.length > 20 ? `…${lastOf(id)}` : id)
const isKind = <T extends object>(kind: string, kinds: T): kind is Extract<keyof T, string> =>
  Object.hasOwn(kinds, kind)
