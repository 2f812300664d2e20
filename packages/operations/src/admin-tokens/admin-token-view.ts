import type { AdminToken } from '@parakh/core'
import { Moment, MomentOrNone, moment, momentOrNone } from '@parakh/core/fields'
import * as z from 'zod'

/** A credential of the admin API, without its secret. */
export const AdminTokenView = z.object({
  token_id: z.string(),
  name: z.string(),
  account_id: z.string().nullable().describe('The account to whose branch it is limited; null: an operator'),
  scopes: z.array(z.string()),
  status: z.enum(['active', 'revoked']),
  created_at: Moment,
  expires_at: MomentOrNone.describe('Null: never'),
  revoked_at: MomentOrNone,
})

/** Presents a credential. */
export const presentAdminToken = (token: AdminToken): z.input<typeof AdminTokenView> => ({
  ...{ token_id: token.id, name: token.name, account_id: token.accountId, scopes: [...token.scopes] },
  ...{ status: token.status, created_at: moment(token.createdAt) },
  ...{ expires_at: momentOrNone(token.expiresAt), revoked_at: momentOrNone(token.revokedAt) },
})
