import { defineSettings } from '@parakh/core'
import { wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'

/** The section of the plugin. */
export const DocumentSettings = defineSettings(
  'documents',
  z.object({
    expiresInSeconds: wholeNumber(60, 86_400)
      .default(900)
      .describe("Lifetime of a document's URL; a replay of its call restarts it"),
  }),
)
