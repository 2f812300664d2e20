import * as z from 'zod'
import { wholeNumber } from './numeric.ts'

/** The section `jobs`: polls of asynchronous calls, and the jobs of plugins. */
export const JobsSchema = z.strictObject({
  concurrency: wholeNumber(1, 100)
    .default(10)
    .describe('Jobs that one process runs at the same time, 1 to 100; one kind takes all places but one'),
})
