import { type Drawing, isParakhError } from '@parakh/core'
import * as z from 'zod'
import { type WebhookEndpoint, Webhooks } from '../contract.ts'
import { attemptFields, endpointFields, presentAttempt, presentOwnedEndpoint } from '../views.ts'

/** An endpoint, without its secret. */
export const EndpointView = z.object({ account_id: z.string(), ...endpointFields })
/** An endpoint with its secret. */
export const IssuedEndpointView = EndpointView.extend({ secret: z.string().describe('whsec_…: shown once') })
/** An attempt of the log. */
export const AttemptView = z.object(attemptFields)
/** An endpoint with how its last attempt ended. */
export const AttemptedEndpointView = EndpointView.extend({
  last_attempt: AttemptView.pick({ status: true, http_status: true, error: true, attempted_at: true })
    .nullable()
    .describe('The one that was made last, of any event; null: none was'),
})

/** Reads the last attempts of endpoints. @returns What presents each of them with its own. */
export async function attemptedPresenter(
  webhooks: Pick<Webhooks, 'lastAttempts'>,
  endpoints: readonly WebhookEndpoint[],
): Promise<(endpoint: WebhookEndpoint) => z.input<typeof AttemptedEndpointView>> {
  const made = await webhooks.lastAttempts(endpoints.map(({ id }) => id))
  const attempts = new Map(
    made.map((attempt) => {
      const { status, http_status, error, attempted_at } = presentAttempt(attempt)
      return [attempt.endpointId, { status, http_status, error, attempted_at }] as const
    }),
  )
  return (endpoint) => ({ ...presentOwnedEndpoint(endpoint), last_attempt: attempts.get(endpoint.id) ?? null })
}

type Endpoint = z.output<typeof EndpointView>

/** What operations on one endpoint need. */
export const webhookNeeds = { webhooks: Webhooks } as const
/** The field that names an endpoint. */
export const EndpointId = { endpoint_id: z.string() } as const
/** The account of an endpoint. */
export async function ownerOfEndpoint(
  { endpoint_id: id }: { readonly endpoint_id: string },
  { webhooks }: { readonly webhooks: Webhooks },
): Promise<string | null> {
  try {
    return (await webhooks.get({ id, owner: null })).accountId
  } catch (error) {
    if (isParakhError(error) && error.code === 'WEBHOOK_NOT_FOUND') return null
    throw error
  }
}

/** Whether an endpoint has events of production. */
export const isOfProduction = async (
  { endpoint_id: id }: { readonly endpoint_id: string },
  { webhooks }: { readonly webhooks: Webhooks },
): Promise<boolean> => (await webhooks.get({ id, owner: null })).environment === 'production'

/** The id also under the name that options and scripts know it by. */
export const namedId = ({ id }: Pick<Endpoint, 'id'>) => ({ endpoint_id: id })

/** Endpoints for a person. */
export const drawEndpoints = (endpoints: readonly Endpoint[], draw: Drawing): string =>
  endpoints.length === 0
    ? 'There are no webhook endpoints.'
    : draw.table(
        ['Endpoint', 'Account', 'Environment', 'URL', 'Events', 'Status'],
        endpoints.map(({ id, account_id, environment, url, events, status, disabled_reason }) => [
          ...[id, account_id, environment, url, events.length === 0 ? 'all' : events.join(', ')],
          disabled_reason === null ? status : `${status} (${disabled_reason})`,
        ]),
      )

/** Attempts for a person. */
export const drawAttempts = (attempts: readonly z.output<typeof AttemptView>[], draw: Drawing): string =>
  attempts.length === 0
    ? 'There are no deliveries.'
    : draw.table(
        ['Event', 'Type', 'Attempt', 'Status', 'HTTP', 'ms', 'Error', 'Time'],
        attempts.map((one) => [
          ...[one.event_id, one.event_type, `${one.attempt}`, one.status],
          ...[`${one.http_status ?? ''}`, `${one.latency_ms ?? ''}`, one.error ?? ''],
          one.attempted_at ?? one.scheduled_at,
        ]),
      )
