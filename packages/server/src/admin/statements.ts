import { type Statement, Statements } from '@parakh/core'
import { EnvironmentField, Moment, MomentOrNone, Rupees } from '@parakh/core/fields'
import type { Host } from '@parakh/kernel'
import * as z from 'zod'
import { type AdminFile, adminFile, isAdminFile } from './admin-file.ts'
import { defineAdminRoute } from './define-admin-route.ts'

const StatementView = z.object({
  statement: z.enum(['wallet', 'commission']),
  account_id: z.string(),
  account_name: z.string(),
  environment: EnvironmentField,
  month: z.string(),
  from: Moment,
  until: Moment.describe('Excluded'),
  provisional: z.boolean().describe('True: the month is not over'),
  currency: z.literal('INR'),
  opening: Rupees,
  closing: Rupees,
  opening_micro_rupees: z.int(),
  closing_micro_rupees: z.int(),
  lines: z.array(
    z.object({
      day: z.string().nullable().describe('In Asia/Kolkata'),
      at: MomentOrNone.describe('Null: several movements of a day'),
      kind: z.string(),
      endpoint: z.string().nullable(),
      count: z.int(),
      reference: z.string().nullable(),
      reason: z.string().nullable(),
      amount: Rupees.describe(
        'Into the account above zero. The opening balance and all amounts come to the closing one',
      ),
      balance: Rupees,
      amount_micro_rupees: z.int().describe('Exact'),
    }),
  ),
  totals: z.record(z.string(), z.object({ count: z.int(), amount: Rupees })),
})
const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')

const Params = z.object({ account_id: z.string(), month: Month })
const Query = z.object({
  environment: EnvironmentField.default('production'),
  format: z.enum(['json', 'csv', 'pdf']).default('json'),
})
interface StatementRequest {
  readonly host: Host
  readonly params: z.output<typeof Params>
  readonly query: z.output<typeof Query>
}

const facts = {
  method: 'GET',
  scope: 'statements:read',
  params: Params,
  query: Query,
  files: ['text/csv', 'application/pdf'],
  response: z.union([StatementView, z.custom<AdminFile>(isAdminFile)]),
  owner: async (_host: Host, { account_id }: StatementRequest['params']) => account_id,
} as const

async function answer(of: Statement['of'], { host, params, query }: StatementRequest) {
  const { account_id: accountId, month } = params
  const { environment, format } = query
  const statements = host.get(Statements)
  const statement = await statements[of]({ accountId, environment, month })
  const name = `${of}-${month}-${environment}.${format}`
  if (format === 'pdf') return adminFile({ type: 'application/pdf', name, bytes: await statements.pdf(statement) })
  let text = ''
  for await (const piece of statements.write(statement, format)) text += piece
  if (format === 'csv') return adminFile({ type: 'text/csv', name, bytes: Buffer.from(text) })
  return StatementView.parse(JSON.parse(text))
}

const getWallet = defineAdminRoute({
  ...facts,
  id: 'statements.wallet',
  path: '/accounts/{account_id}/statements/{month}/wallet',
  summary: 'Get the statement of a wallet; charges of a day are one line per endpoint',
  handle: (request) => answer('wallet', request),
})
const getCommission = defineAdminRoute({
  ...facts,
  id: 'statements.commission',
  path: '/accounts/{account_id}/statements/{month}/commission',
  summary: 'Get the commission statement of a reseller',
  handle: (request) => answer('commission', request),
})

/** Routes of statements. */
export const statementRoutes = [getWallet, getCommission]
