/**
 * How a provider is reached: HTTP sources (mapped by JSONata), one deadline over all attempts, retries, a circuit breaker per
 * provider.
 *
 * @packageDocumentation
 */
export { createUpstream, type UpstreamOptions } from './create-upstream.ts'
export { upstreamErrors } from './error-codes.ts'
export { type UpstreamSettings, UpstreamSettingsSchema } from './settings.ts'
