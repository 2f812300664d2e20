import type { LiveProvider, PluginRuntime } from '../runtime/endpoint-runtime.ts'

/**
 * Whether a write was sent to a source. One that was given a name since then is known by its place, as it was called before.
 *
 * @param provider What the call has kept: `pan/acme`, or `pan/http#0`.
 */
export const tookWrite = ({ id, entry }: LiveProvider, provider: string | null): boolean =>
  provider === id || provider === entry.placeId

/** The source that a write was sent to. Undefined: the configuration has it no longer. */
export const sourceThatTook = ({ live }: PluginRuntime, provider: string | null): LiveProvider | undefined =>
  live.find((one) => tookWrite(one, provider))
