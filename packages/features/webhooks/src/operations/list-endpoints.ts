import { askedPage, defineOperation, ENVIRONMENTS, PAGE_FIELDS, pageOf, pageOfRows, presentPage } from '@parakh/core'
import { EnvironmentField } from '@parakh/core/fields'
import * as z from 'zod'
import { AttemptedEndpointView, attemptedPresenter, drawEndpoints, namedId, webhookNeeds } from './endpoint-view.ts'
import { webhooksRead } from './scopes.ts'

const list = {
  effect: 'read',
  scope: webhooksRead,
  output: pageOf(AttemptedEndpointView),
  needs: webhookNeeds,
} as const

/** `webhooks.list` */
export const listEndpoints = defineOperation({
  ...{ ...list, id: 'webhooks.list', path: '/accounts/{account_id}/webhooks' },
  summary: 'List the webhook endpoints of an account, newest first, without secrets',
  input: z.object({ account_id: z.string(), environment: EnvironmentField.exactOptional(), ...PAGE_FIELDS }),
  whose: { account: 'account_id' },
  // The one below lists those of all accounts as well.
  command: false,
  async handle({ input, webhooks }) {
    const { page, filters } = askedPage(input)
    const { account_id: accountId, environment: only } = filters
    const wanted = ENVIRONMENTS.filter((one) => only === undefined || one === only)
    const lists = await Promise.all(wanted.map((environment) => webhooks.list({ accountId, environment })))
    const listed = pageOfRows(lists.flat(), page, ({ id }) => id)
    return presentPage(listed, await attemptedPresenter(webhooks, listed.items))
  },
})

/** `webhooks.list_all` */
export const listAllEndpoints = defineOperation({
  ...{ ...list, id: 'webhooks.list_all', path: '/webhooks', whose: 'everyone' },
  summary: 'List webhook endpoints of the branch, newest first, without secrets',
  input: z.object({
    account_id: z.string().exactOptional().describe('Only of this account'),
    environment: EnvironmentField.exactOptional(),
    ...PAGE_FIELDS,
  }),
  command: {
    ...{ name: 'webhooks list', rows: 'webhooks', all: true },
    more: ({ items }) => ({ webhooks: items.map((endpoint) => ({ ...endpoint, ...namedId(endpoint) })) }),
    text: ({ items }, { draw }) => drawEndpoints(items, draw),
  },
  async handle({ input, viewer, webhooks }) {
    const { page, filters } = askedPage(input)
    const { account_id, environment } = filters
    const branch = await viewer.branch()
    const seen = (await webhooks.list(null)).filter(
      (one) =>
        (branch === null || branch.includes(one.accountId)) &&
        (account_id === undefined || one.accountId === account_id) &&
        (environment === undefined || one.environment === environment),
    )
    const listed = pageOfRows(seen, page, ({ id }) => id)
    return presentPage(listed, await attemptedPresenter(webhooks, listed.items))
  },
})
