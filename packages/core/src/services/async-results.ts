import type * as z from 'zod'
import type { Environment } from '../outcome.ts'
import type { ProviderOperation } from '../provider.ts'
import { token } from '../token.ts'

/** The last async result of a call. */
export interface LastAsyncResult {
  readonly data: Readonly<Record<string, unknown>>
  readonly at: Date
}

/** Hands the host the async result of an earlier write, as a signed callback would. */
export interface AsyncResults {
  /** @throws `CALL_NOT_FOUND` when no such write waits for a result. */
  deliver<O extends ProviderOperation>(operation: O, reference: string, record: z.input<O['output']>): Promise<void>
  /**
   * The last async result of a call of this wallet; null: none yet, or dropped.
   *
   * @param reference Our id of the call.
   */
  last(
    wallet: { readonly accountId: string; readonly environment: Environment },
    reference: string,
  ): Promise<LastAsyncResult | null>
}
/** The async results of a server. */
export const AsyncResults = token<AsyncResults>('core.async-results')
