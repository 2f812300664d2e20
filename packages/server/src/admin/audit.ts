import { AuditLog } from '@parakh/core'
import * as z from 'zod'
import { defineAdminList } from './define-admin-list.ts'
import { Moment, moment } from './fields.ts'

const Facts = z.record(z.string(), z.unknown()).nullable()
const AuditView = z.object({
  id: z.string(),
  at: Moment,
  actor: z.string().describe('An operator of the command line, admin:<credential>, or system:<chore>'),
  action: z.string(),
  subject: z.string(),
  account_id: z.string().nullable().describe('Whose branch sees it; null: operators alone'),
  before: Facts,
  after: Facts,
})

const listAudit = defineAdminList({
  id: 'audit.list',
  path: '/audit',
  scope: 'audit:read',
  summary: 'Who changed what, newest first; an account sees the entries of its branch',
  filters: z.object({
    account_id: z.string().exactOptional().describe('Of this account alone'),
    subject: z.string().exactOptional().describe('Such as key/<id>'),
    action: z.string().exactOptional().describe('Such as account.suspend'),
    actor: z.string().exactOptional(),
  }),
  item: AuditView,
  async handle({ host, viewer, filters: { account_id, ...filters }, page }) {
    const accountIds = account_id === undefined ? await viewer.branch() : [account_id]
    const { items, next } = await host.get(AuditLog).list({ accountIds, ...filters, ...page })
    return {
      items: items.map(({ accountId, at, before, after, ...rest }) => ({
        ...{ id: rest.id, at: moment(at), actor: rest.actor, action: rest.action, subject: rest.subject },
        ...{ account_id: accountId, before: before && { ...before }, after: after && { ...after } },
      })),
      next,
    }
  },
})

/** The audit log. */
export const auditRoutes = [listAudit]
