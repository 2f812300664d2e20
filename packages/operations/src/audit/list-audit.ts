import {
  type AuditEntry,
  AuditLog,
  askedPage,
  defineOperation,
  namesAccount,
  PAGE_FIELDS,
  pageOf,
  presentPage,
} from '@parakh/core'
import { Moment, MomentField, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { auditRead } from '../scopes.ts'
import { drawAudit } from './audit-text.ts'

const Facts = z.record(z.string(), z.unknown()).nullable()
const AuditView = z.object({
  id: z.string(),
  at: Moment,
  actor: z.string().describe('An operator of the command line, admin:<credential>, or system:<task>'),
  action: z.string(),
  subject: z.string(),
  account_id: z.string().nullable().describe('The account whose branch may read it; null: operators only'),
  before: Facts,
  after: Facts,
})

/** Removes accounts outside the branch: an entry of its topmost account may name the parent. */
function seen(facts: AuditEntry['before'], branch: ReadonlySet<string> | null): Record<string, unknown> | null {
  if (facts === null) return null
  const shown = ([name, value]: readonly [string, unknown]): readonly [string, unknown] =>
    branch && namesAccount(name) && typeof value === 'string' && !branch.has(value) ? [name, null] : [name, value]
  return Object.fromEntries(Object.entries(facts).map(shown))
}

const present = (entry: AuditEntry, branch: ReadonlySet<string> | null): z.input<typeof AuditView> => ({
  ...{ id: entry.id, at: moment(entry.at), actor: entry.actor, action: entry.action, subject: entry.subject },
  ...{ account_id: entry.accountId, before: seen(entry.before, branch), after: seen(entry.after, branch) },
})

/** `audit.list` */
export const listAudit = defineOperation({
  id: 'audit.list',
  effect: 'read',
  summary: 'List audit entries, newest first; an account sees those of its branch',
  scope: auditRead,
  path: '/audit',
  input: z.object({
    account_id: z.string().exactOptional().describe('Only of this account'),
    subject: z.string().exactOptional().describe('Such as key/<id>'),
    action: z.string().exactOptional().describe('Such as account.suspend'),
    actor: z.string().exactOptional(),
    from: MomentField.exactOptional().describe('Included'),
    until: MomentField.exactOptional().describe('Excluded'),
    ...PAGE_FIELDS,
  }),
  output: pageOf(AuditView),
  whose: 'everyone',
  command: {
    rows: 'entries',
    more: ({ next_cursor }) => ({ next: next_cursor }),
    options: { limit: { default: 50 }, from: { read: 'time' }, until: { read: 'time' } },
    text: ({ items }, { draw }) => (items.length === 0 ? 'There are no entries.' : drawAudit(items, draw)),
  },
  needs: { audit: AuditLog },
  async handle({ input, viewer, audit }) {
    const { page, filters } = askedPage(input)
    const { account_id, ...rest } = filters
    const branch = await viewer.branch()
    const accountIds = account_id === undefined ? branch : [account_id]
    const within = branch && new Set(branch)
    return presentPage(await audit.list({ accountIds, ...rest, ...page }), (entry) => present(entry, within))
  },
})
