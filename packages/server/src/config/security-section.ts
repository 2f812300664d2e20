import { flag } from '@parakh/core/fields'
import * as z from 'zod'

/** The section `security` (decisions.md section 13, "Exposed credentials"). */
export const SecuritySchema = z.strictObject({
  revokeExposed: flag()
    .default(false)
    .describe(
      'True: an API key whose secret came in a URL is revoked at once; a credential of the admin API always is',
    ),
})
