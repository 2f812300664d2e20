import * as z from 'zod'
import { wholeNumber } from './numeric.ts'

/** The section `documents`. */
export const DocumentsSchema = z.strictObject({
  expiresInSeconds: wholeNumber(60, 86_400)
    .default(900)
    .describe("Lifetime of a document's URL; a replay of its call restarts it"),
})
