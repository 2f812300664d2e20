import { wholeNumber } from '@parakh/core/fields'
import { CALL_TIMES } from '@parakh/kernel'
import * as z from 'zod'

/** The section `server.overload`: when new calls and connections are refused. */
export const OverloadSchema = z.strictObject({
  longestWaitMs: wholeNumber(10, CALL_TIMES.deadlineMs)
    .default(500)
    .describe(
      'How long a new call of a burst may wait for the ledger, in milliseconds; a tenth of it once the queue stands. Longer, and it is refused with 503',
    ),
  mostConnections: wholeNumber(1, 100_000)
    .default(4_096)
    .describe('Connections open at one time at one address of a process; the next is closed at once'),
})
