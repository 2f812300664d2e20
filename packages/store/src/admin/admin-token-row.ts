import type { AdminToken } from '@parakh/core'
import * as z from 'zod'
import { Moment } from '../columns.ts'

/** One that no operation of the host has gives nothing. */
const Scopes = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)))

/** A row of `admin_token`, read: the credential, and what its secret is known by. */
export const AdminTokenRow = z
  .object({
    id: z.string(),
    name: z.string(),
    account_id: z.string().nullable(),
    person_id: z.string().nullable(),
    scopes: Scopes,
    secret_hash: z.string(),
    pepper_id: z.string(),
    created_at: Moment,
    expires_at: Moment.nullable(),
    revoked_at: Moment.nullable(),
  })
  .transform(({ id, name, scopes, ...row }) => {
    const token: AdminToken = {
      ...{ id, name, scopes, accountId: row.account_id, personId: row.person_id },
      status: row.revoked_at === null ? 'active' : 'revoked',
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
    }
    return { token, secret: { keyId: row.pepper_id, hash: row.secret_hash } }
  })

/** A new credential as a row. */
export const newAdminTokenRow = (token: AdminToken, secret: { readonly keyId: string; readonly hash: string }) => ({
  ...{
    id: token.id,
    name: token.name,
    account_id: token.accountId,
    person_id: token.personId,
    scopes: JSON.stringify(token.scopes),
  },
  ...{ secret_hash: secret.hash, pepper_id: secret.keyId },
  ...{ created_at: token.createdAt.getTime(), expires_at: token.expiresAt?.getTime() ?? null },
})
