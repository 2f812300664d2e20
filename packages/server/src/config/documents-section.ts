import { wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'

/** The section `documents`. */
export const DocumentsSchema = z.strictObject({
  expiresInSeconds: wholeNumber(60, 86_400)
    .default(900)
    .describe("Lifetime of a document's URL; a replay of its call restarts it"),
})
