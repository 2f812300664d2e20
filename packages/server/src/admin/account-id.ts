import * as z from 'zod'

/** The account in the path. */
export const AccountId = z.object({ account_id: z.string() })
