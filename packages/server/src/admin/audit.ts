import { type AuditEntry, AuditLog, namesAccount } from '@parakh/core'
import { Moment, MomentField, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { defineAdminList } from './define-admin-list.ts'

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

const listAudit = defineAdminList({
  id: 'audit.list',
  path: '/audit',
  scope: 'audit:read',
  summary: 'List audit entries, newest first; an account sees those of its branch',
  filters: z.object({
    account_id: z.string().exactOptional().describe('Only of this account'),
    subject: z.string().exactOptional().describe('Such as key/<id>'),
    action: z.string().exactOptional().describe('Such as account.suspend'),
    actor: z.string().exactOptional(),
    from: MomentField.exactOptional().describe('Included'),
    until: MomentField.exactOptional().describe('Excluded'),
  }),
  item: AuditView,
  async handle({ host, viewer, filters: { account_id, ...filters }, page }) {
    const branch = await viewer.branch()
    const accountIds = account_id === undefined ? branch : [account_id]
    const { items, next } = await host.get(AuditLog).list({ accountIds, ...filters, ...page })
    const within = branch && new Set(branch)
    return { items: items.map((entry) => present(entry, within)), next }
  },
})

/** Routes of the audit log. */
export const auditRoutes = [listAudit]
