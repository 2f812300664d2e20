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
  /** @param account The name of the account that it is about, where the reader knows it. */
  subject(entry: AuditEntry, account?: string): string
  /** An account below that an entry is about, by its id, whose name neither the entry nor the page says. */
  unnamedAccount(entry: AuditEntry): string | null
}

/** The words for entries of this account. */
export function useNamed(): Named {
  const texts = useTexts(auditTexts)
  const actions = useTexts(actionTexts)
  const { accountId, membership, session, may } = useWorkplace()
  const { data: members = [] } = usePeople(accountId, may('people:read'))
  // On the page of an account operators are named too, to operators.
  const isOperator = membership.account_id === null
  const { data: others = [] } = usePeople('', isOperator && accountId !== '' && may('people:read'))
  const names = new Map([...members, ...others].map((member) => [member.person_id, nameOf(member)]))
  const own = session.person
  if (!names.has(own.person_id)) names.set(own.person_id, own.name || (own.email ?? ''))
  const person = (id: string): string => names.get(id) || texts.person(lastOf(id))
  const kindOf = (kind: string): string =>
    isKind(kind, texts.kinds) ? texts.kinds[kind] : kind.charAt(0).toUpperCase() + kind.slice(1)
  const thingOf = (kind: string, id: string, { before, after }: AuditEntry): string =>
    `${kindOf(kind)} ${givenName(kind, { ...before, ...after }) ?? shortened(id)}`.trim()
  const walletOf = (part: string | undefined): string =>
    part === 'production' || part === 'sandbox' ? texts.wallets[part] : kindOf('wallet')
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
    subject(entry, account) {
      const [kind = '', id = '', part] = entry.subject.split('/')
      if (kind === 'person') return person(id)
      if (kind === 'account' && id === membership.account_id) return membership.account_name ?? kindOf(kind)
      if (kind === 'account' && account !== undefined) return `${kindOf(kind)} ${account}`
      const thing = kind === 'wallet' ? walletOf(part) : thingOf(kind, id, entry)
      return account === undefined ? thing : texts.ofAccount(thing, account)
    },
    unnamedAccount(entry) {
      const [kind = '', id = ''] = entry.subject.split('/')
      if (!may('accounts:read') || id === membership.account_id) return null
      if (kind === 'account') return givenName(kind, { ...entry.before, ...entry.after }) === null ? id : null
      if (kind === 'person') return null
      const of = kind === 'wallet' ? id : (entry.account_id ?? textOf(entry.after?.['account_id']))
      return of === accountId ? null : of
    },
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What an entry itself calls its object; null: nothing. */
function givenName(kind: string, facts: Readonly<Record<string, unknown>>): string | null {
  const { amount, currency = 'INR' } = facts
  const isPaid = (kind === 'funding' || kind === 'suspense') && typeof amount === 'string'
  if (isPaid) return currency === 'INR' ? rupees(amount) : `${amount} ${currency}`
  const given = NAME_FIELDS.map((field) => facts[field]).find((value) => typeof value === 'string' && value !== '')
  return typeof given === 'string' ? given : null
}

/** The end of an id tells things apart; its start is a time. */
const lastOf = (id: string): string => id.slice(-6)
/** Short names stay: an endpoint, the number of an invoice. */
const shortened = (id: string): string => (id.length > 20 ? `…${lastOf(id)}` : id)
const isKind = <T extends object>(kind: string, kinds: T): kind is Extract<keyof T, string> =>
  Object.hasOwn(kinds, kind)
