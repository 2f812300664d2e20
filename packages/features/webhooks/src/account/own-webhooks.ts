import { CurrentCaller, type ErrorSpec, type Failure, isParakhError, type Resolved } from '@parakh/core'
import { Webhooks } from '../contract.ts'

/** The errors of webhook requests. Only operators see details of the host's own network. */
export const WEBHOOK_ERRORS = {
  WEBHOOK_NOT_FOUND: { message: 'No webhook endpoint of this account and environment has this id' },
  WEBHOOK_NOT_PERMITTED: { message: 'This key may not manage webhooks', outcome: 'refused', status: 403 },
  WEBHOOK_TARGET_NOT_ALLOWED: {
    message:
      'Events cannot be posted to this URL: it must be https, of a public host, without a user name or an identity number, at its usual port or 8443',
    ...{ outcome: 'refused', status: 422 },
  },
  WEBHOOK_EVENT_UNKNOWN: {
    message: 'There is no such type of event. Allowed: types such as order.updated, and groups such as order.*',
    ...{ outcome: 'refused', status: 422 },
  },
  WEBHOOK_TOO_MANY: {
    message: 'The account has as many webhook endpoints as are allowed',
    outcome: 'refused',
    status: 409,
  },
  PLAN_FEATURE_REQUIRED: {
    message: 'The plan of the account does not include webhooks',
    outcome: 'refused',
    status: 403,
  },
  WEBHOOK_DISABLED: { message: 'This webhook endpoint is disabled: enable it first', outcome: 'refused', status: 409 },
  WEBHOOK_EVENT_NOT_FOUND: { message: 'No event of this account and environment has this id, or it is too old' },
  WEBHOOK_REPLAY_TOO_LARGE: {
    message: 'These are too many events for one replay: narrow the range',
    ...{ outcome: 'refused', status: 422 },
  },
  CURSOR_INVALID: { message: 'Not a cursor of this list', outcome: 'refused', status: 422 },
} as const satisfies Readonly<Record<string, ErrorSpec>>
type Code = keyof typeof WEBHOOK_ERRORS

/** The errors of one endpoint: the common ones, and its own. */
export const webhookErrors = <const C extends Code>(...codes: readonly C[]) => {
  const own = Object.entries(WEBHOOK_ERRORS).filter(
    ([code]) => code === 'WEBHOOK_NOT_PERMITTED' || codes.some((one) => one === code),
  )
  return Object.fromEntries(own) as Pick<typeof WEBHOOK_ERRORS, C | 'WEBHOOK_NOT_PERMITTED'>
}

/** The services that these endpoints need. */
export const webhookNeeds = { webhooks: Webhooks, caller: CurrentCaller }

/** The webhooks of the caller's account in the key's environment. */
export interface OwnWebhooks {
  readonly webhooks: Webhooks
  readonly owner: { readonly accountId: string; readonly environment: 'sandbox' | 'production' }
  readonly actor: string
}
interface Asking<C extends string> extends Resolved<typeof webhookNeeds> {
  readonly fail: (code: C) => Failure
}

/**
 * Runs a webhook operation for the account and maps its failures to the endpoint's errors. A key that is restricted to some endpoints
 * needs these among them, because whoever sets a URL receives all events of the account.
 *
 * @param id The id of the called endpoint.
 */
export async function asOwner<C extends string, T>(
  { webhooks, caller, fail }: Asking<C | 'WEBHOOK_NOT_PERMITTED'>,
  id: string,
  work: (own: OwnWebhooks) => Promise<T>,
): Promise<T | Failure> {
  const { account, key, environment } = caller()
  if (key.endpoints !== null && !key.endpoints.includes(id)) return fail('WEBHOOK_NOT_PERMITTED')
  try {
    return await work({ webhooks, owner: { accountId: account.id, environment }, actor: `key:${key.id}` })
  } catch (error) {
    if (isParakhError(error) && Object.hasOwn(WEBHOOK_ERRORS, error.code)) return fail(error.code as C)
    throw error
  }
}
