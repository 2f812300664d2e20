import * as z from 'zod'
import { flag } from './numeric.ts'

/** What becomes of credentials that others may know (decisions.md section 13, "Exposed credentials"). */
export const SecuritySchema = z.strictObject({
  revokeExposed: flag()
    .default(false)
    .describe(
      'True: an API key whose secret came in a URL is revoked at once; a credential of the admin API always is',
    ),
})
