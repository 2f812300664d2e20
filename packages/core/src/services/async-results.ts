import type * as z from 'zod'
import type { ProviderOperation } from '../provider.ts'
import { token } from '../token.ts'

/** Hands the host the async result of an earlier write, as a signed callback would. */
export interface AsyncResults {
  /** @throws `CALL_NOT_FOUND` when no such write waits for a result. */
  deliver<O extends ProviderOperation>(operation: O, reference: string, record: z.input<O['output']>): Promise<void>
}
/** The async results of a server. */
export const AsyncResults = token<AsyncResults>('core.async-results')
