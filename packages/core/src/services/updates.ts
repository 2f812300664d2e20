import type * as z from 'zod'
import type { Operation } from '../provider.ts'
import { token } from '../token.ts'

/** Hands the host news of an earlier write, as a signed callback would. */
export interface Updates {
  /** @throws `CALL_NOT_FOUND` when no such write is in progress. */
  deliver<O extends Operation>(operation: O, reference: string, record: z.input<O['output']>): Promise<void>
}
/** The updates of a server. */
export const Updates = token<Updates>('core.updates')
