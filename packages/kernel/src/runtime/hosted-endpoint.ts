import type { AuthPolicy, AuthScheme, Endpoint, Envelope, Environment, SecurityScheme } from '@parakh/core'

/** Whether an endpoint answers in an environment, and why not. */
export type Activation = { readonly active: true } | { readonly active: false; readonly reason: string }

/** A scheme that an endpoint accepts, for documents. */
export interface HostedScheme extends Pick<AuthScheme, 'proves' | 'refusal'> {
  /** In the configuration. */
  readonly name: string
  /** What a request carries, by the names of OpenAPI. */
  readonly security: Readonly<Record<string, SecurityScheme>>
}

/** An endpoint in its place. */
export interface HostedEndpoint {
  readonly plugin: string
  readonly endpoint: Endpoint
  /** The whole path: `/api/v1/orders/{id}`. */
  readonly path: string
  readonly envelope: Envelope
  /** Without the second place of a key where no accepted scheme proves keys. */
  readonly auth: AuthPolicy
  /** The schemes that it accepts, in the order of the configuration. */
  readonly schemes: readonly HostedScheme[]
  /** What one of its schemes reads, and is kept of its requests. */
  readonly keeps: { readonly body: boolean; readonly tls: boolean }
  /** Names of path parameters. */
  readonly parameters: readonly string[]
  /** Whether its plugin takes a price for it. */
  readonly billable: boolean
  /** Ids of the live providers that it may ask, in their order: `pan/http#0`. Regulated endpoints ask authorised ones alone. */
  readonly providers: readonly string[]
  /** Asked each time: a licence may end. */
  activation(environment: Environment): Activation
}
