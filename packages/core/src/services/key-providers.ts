import { chosenPoint } from '../extension-point.ts'

/** A data key as it is kept: encrypted under a master key. */
export interface WrappedDataKey {
  /** Names the master key: 1 to 200 printable ASCII characters, kept with the data key. Another key has another id. */
  readonly keyId: string
  readonly bytes: Uint8Array
}
/** What a wrapped data key is bound to. */
export interface KeyBinding {
  /** Text: who unwraps with another one gets nothing. Not secret. */
  readonly context: string
  /** Aborted after 5 seconds. */
  readonly signal: AbortSignal
}
/**
 * Keeps master keys, and wraps the data keys of accounts under them: a key in the memory of this process, or a service that never gives its
 * key away. Data keys stay in memory once unwrapped, so that a provider is asked once for each account and process. What throws or outlasts
 * the signal counts as away, and the same is asked again later. Implementations pass `testKeyProvider` of @parakh/testkit.
 */
export interface KeyProvider {
  /** Wraps under the current key of the provider. @param dataKey 32 bytes, not to be changed or kept. */
  wrap(dataKey: Uint8Array, binding: KeyBinding): Promise<WrappedDataKey>
  /**
   * @returns Null: the key is none of this provider, or another one stands under its id, or bytes or context were changed.
   * @throws Where it cannot tell, such as a service that is away.
   */
  unwrap(wrapped: WrappedDataKey, binding: KeyBinding): Promise<Uint8Array | null>
}
/**
 * The key providers of a server, chosen in the section `keyProviders` of the configuration: the first wraps new data keys, all unwrap. Without
 * the section it is `environment`, the keys of `secrets.masterKey`.
 *
 * @example
 * const acmeKms = KeyProviders.driver({
 *   id: 'acme-kms', options: z.object({ url: z.url(), key: z.string() }), needs: {},
 *   make: ({ options }) => kmsProvider(options),
 * })
 */
export const KeyProviders = chosenPoint<KeyProvider>('core.key-providers')({
  version: 1,
  sectionKey: 'keyProviders',
  count: 'many',
  fallback: { environment: 'environment' },
})
