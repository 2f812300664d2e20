import { type Drawing, defineOperation, PAGE_FIELDS, pageOf } from '@parakh/core'
import { EnvironmentField, Moment, moment, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { Funding, SUSPENSE_STATES, type SuspenseItem } from '../contract/funding.ts'
import { Reason } from './decide-funding.ts'
import { FundingView, presentFunding, printedFunding, ReferenceField, TwoOperatorsAbove } from './funding-view.ts'
import { fundingApprove } from './scopes.ts'

const SuspenseId = { suspense_id: z.string() } as const
const SuspenseView = z.object({
  suspense_id: z.string(),
  gateway: z.string(),
  payment_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  reference: z.string().nullable(),
  utr: z.string().nullable().describe("The bank's number (UTR or RRN)"),
  method: z.string().nullable().describe('As the gateway names it, such as upi or card'),
  reason: z.string(),
  state: z.enum(SUSPENSE_STATES),
  resolution: z.string().nullable(),
  created_at: Moment,
  updated_at: Moment,
})
const presentSuspense = (item: SuspenseItem): z.input<typeof SuspenseView> => ({
  ...{ suspense_id: item.id, gateway: item.gateway, payment_id: item.paymentId, currency: item.currency },
  ...{ amount: rupeesText(item.amount), reference: item.reference, reason: item.reason, state: item.state },
  ...{ utr: item.utr, method: item.method },
  ...{ resolution: item.resolution, created_at: moment(item.createdAt), updated_at: moment(item.updatedAt) },
})

/** Suspense items, newest first. */
export const listSuspense = defineOperation({
  ...{ id: 'funding.suspense', effect: 'read', scope: fundingApprove, path: '/funding-suspense', whose: 'operators' },
  summary: 'List the newest 1,000 suspense items, on one page',
  input: z.object({
    ...PAGE_FIELDS,
    state: z
      .enum([...SUSPENSE_STATES, 'any'])
      .default('open')
      .describe('Only in this state'),
    reference: ReferenceField.exactOptional().describe('Only with exactly this UTR, payment id or order reference'),
  }),
  output: pageOf(SuspenseView).extend({ two_operators_above: TwoOperatorsAbove }),
  command: {
    ...{ name: 'funding suspense list', rows: 'suspense' },
    flags: { all: { summary: 'Include resolved ones', sets: { state: 'any' } } },
    text: ({ items }, { draw }) => (items.length === 0 ? 'Nothing is in suspense.' : drawSuspense(items, draw)),
  },
  needs: { funding: Funding },
  async handle({ input: { state, reference }, funding }) {
    const items = await funding.suspense(state === 'any' ? null : state, reference)
    return {
      ...{ items: items.map(presentSuspense), next_cursor: null },
      two_operators_above: rupeesText(funding.twoOperatorsAbove),
    }
  },
})

/** Assigns a suspense item to an account. */
export const assignSuspense = defineOperation({
  ...{ id: 'funding.assign-suspense', effect: 'write', scope: fundingApprove, whose: 'operators', stepUp: true },
  path: '/funding-suspense/{suspense_id}/assign',
  summary: 'Assign a suspense item to an account; it is credited when it is approved',
  input: z.object({
    ...SuspenseId,
    account_id: z.string().describe('The account'),
    environment: EnvironmentField,
    reason: Reason.exactOptional().describe('Why it is of this account, kept in the audit log; no identity number'),
  }),
  output: FundingView,
  command: {
    ...{ name: 'funding suspense assign', positional: ['suspense_id'], more: printedFunding },
    text: ({ amount, funding_id }) =>
      `Assigned as funding ${funding_id} of ${amount} INR. Next: parakh funding approve ${funding_id}`,
  },
  needs: { funding: Funding },
  handle: async ({ input: { suspense_id: id, account_id: accountId, ...more }, viewer, actor, funding }) =>
    presentFunding(await funding.assignSuspense({ id, accountId, ...more, actor }), viewer),
})

/** Closes a suspense item. */
export const closeSuspense = defineOperation({
  ...{ id: 'funding.close-suspense', effect: 'write', scope: fundingApprove, whose: 'operators', stepUp: true },
  path: '/funding-suspense/{suspense_id}/close',
  summary: 'Close a suspense item that was resolved elsewhere',
  input: z.object({ ...SuspenseId, reason: Reason }),
  output: SuspenseView,
  command: {
    ...{ name: 'funding suspense close', positional: ['suspense_id'] },
    text: ({ suspense_id }) => `The item ${suspense_id} is closed.`,
  },
  needs: { funding: Funding },
  handle: async ({ input: { suspense_id: id, reason }, actor, funding }) =>
    presentSuspense(await funding.closeSuspense({ id, actor, reason })),
})

const drawSuspense = (items: readonly z.output<typeof SuspenseView>[], draw: Drawing): string =>
  draw.table(
    ['Item', 'Gateway', 'Payment', 'UTR', 'Method', 'Amount', 'Why', 'State'],
    items.map((one) => [
      ...[one.suspense_id, one.gateway, one.payment_id, one.utr ?? '', one.method ?? ''],
      ...[`${one.amount} ${one.currency}`, one.reason, one.state],
    ]),
  )
