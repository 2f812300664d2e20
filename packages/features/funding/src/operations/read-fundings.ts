import { askedPage, type Drawing, defineOperation, invalidInput, PAGE_FIELDS, pageOf, presentPage } from '@parakh/core'
import { EnvironmentField, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { FUNDING_METHODS, FUNDING_QUEUE_NAMES, FUNDING_STATES, Funding } from '../contract/funding.ts'
import {
  FundingId,
  FundingView,
  ofFunding,
  presentFunding,
  printedFunding,
  ReferenceField,
  TwoOperatorsAbove,
} from './funding-view.ts'
import { fundingRead } from './scopes.ts'

type View = z.output<typeof FundingView>

/** Fundings, newest first. */
export const listFundings = defineOperation({
  ...{ id: 'funding.list', effect: 'read', scope: fundingRead, path: '/funding', whose: 'everyone' },
  summary: 'List fundings, newest first; those of a queue the oldest first',
  input: z.object({
    ...PAGE_FIELDS,
    account_id: z.string().exactOptional().describe('Only of this account'),
    environment: EnvironmentField.exactOptional(),
    state: z.enum(FUNDING_STATES).exactOptional().describe('Only in this state'),
    method: z.enum(FUNDING_METHODS).exactOptional(),
    queue: z
      .enum(FUNDING_QUEUE_NAMES)
      .exactOptional()
      .describe('Only what waits in this queue for operators, the oldest first; without state, method and reference'),
    reference: ReferenceField.exactOptional().describe(
      'Only with exactly this UTR, payment id, gateway order id, reference in the ledger or funding id',
    ),
  }),
  output: pageOf(FundingView).extend({
    two_operators_above: TwoOperatorsAbove.nullable().describe(
      'Above this amount two operators approve; null: told to operators alone',
    ),
  }),
  command: {
    ...{ rows: 'funding', options: { limit: { default: 50 } } },
    more: ({ items, next_cursor }) => ({
      funding: items.map((one) => ({ ...one, ...printedFunding(one) })),
      next: next_cursor,
    }),
    text: ({ items }, { draw }) => (items.length === 0 ? 'No fundings found.' : drawFundings(items, draw)),
  },
  needs: { funding: Funding },
  async handle({ input, viewer, funding }) {
    const { page, filters } = askedPage(input)
    const { account_id, ...more } = filters
    const { queue, state, method, reference } = more
    if (queue !== undefined && (state ?? method ?? reference) !== undefined)
      throw invalidInput({ queue: 'must stand without state, method and reference: a queue has its own' })
    const accountIds = account_id === undefined ? await viewer.branch() : [account_id]
    const found = await funding.list({ accountIds, ...more, ...page })
    return {
      ...presentPage(found, (one) => presentFunding(one, viewer)),
      two_operators_above: viewer.accountId === null ? rupeesText(funding.twoOperatorsAbove) : null,
    }
  },
})

/** One funding. */
export const getFunding = defineOperation({
  ...ofFunding,
  ...{ id: 'funding.get', effect: 'read', scope: fundingRead, path: '/funding/{funding_id}' },
  summary: 'Get one funding',
  input: z.object(FundingId),
  output: FundingView,
  command: {
    ...{ name: 'funding show', positional: ['funding_id'], more: printedFunding },
    text: (view, { draw }) => describeFunding(view, draw),
  },
  handle: async ({ input, viewer, funding }) => presentFunding(await funding.get(input.funding_id), viewer),
})

function drawFundings(items: readonly View[], draw: Drawing): string {
  const head = ['Funding', 'Account', 'Environment', 'Method', 'State', 'INR', 'UTR, payment or reference', 'Created']
  const rows = items.map((one) => [
    ...[one.funding_id, one.account_id, one.environment, one.rail ?? one.method, one.state, one.amount],
    ...[one.utr ?? one.payment_id ?? one.reference ?? '', one.created_at],
  ])
  return draw.table(head, rows)
}

function describeFunding({ approved_by, ...view }: View, draw: Drawing): string {
  const approvals = (approved_by ?? []).map(({ actor }) => actor).join(', ')
  const rows = Object.entries({ ...view, approvals })
    .filter(([, value]) => value !== null && value !== false)
    .map(([name, value]) => [name, `${value}`])
  return draw.table(['Field', 'Value'], rows)
}
