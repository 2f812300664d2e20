import type { AuthPolicy, Endpoint, Envelope, Environment } from '@parakh/core'

/** Whether an endpoint answers in an environment, and why not. */
export type Activation = { readonly active: true } | { readonly active: false; readonly reason: string }

/** An endpoint in its place. */
export interface HostedEndpoint {
  readonly plugin: string
  readonly endpoint: Endpoint
  /** The whole path: `/api/v1/orders/{id}`. */
  readonly path: string
  readonly envelope: Envelope
  readonly auth: AuthPolicy
  /** Names of path parameters. */
  readonly parameters: readonly string[]
  /** Whether its plugin takes a price for it. */
  readonly billable: boolean
  /** Ids of the live providers that it may ask, in their order: `pan/http#0`. Regulated endpoints ask authorised ones alone. */
  readonly providers: readonly string[]
  /** Asked each time: a licence may end. */
  activation(environment: Environment): Activation
}
