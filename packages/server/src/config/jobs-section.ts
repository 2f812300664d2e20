import { wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'

/** The section `jobs`: polls of asynchronous calls, and the jobs of plugins. */
export const JobsSchema = z.strictObject({
  concurrency: wholeNumber(1, 100)
    .default(10)
    .describe('Concurrent jobs of one process, 1 to 100; one kind uses at most all places but one'),
})
