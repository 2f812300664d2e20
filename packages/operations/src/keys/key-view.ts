import type { ApiKey, IssuedKey, Keys } from '@parakh/core'
import { EnvironmentField, Moment, MomentOrNone, moment, momentOrNone, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'

/** A key, without its secret. */
export const KeyView = z.object({
  key_id: z.string(),
  account_id: z.string(),
  environment: EnvironmentField,
  api_key: z.string().describe('pk_…: what callers send in X-API-Key; ext_… of an external key, which nobody sends'),
  external: z
    .object({ scheme: z.string(), subject: z.string() })
    .nullable()
    .describe('Whom it stands for where an auth scheme proves its callers: it has no secret; null: an ordinary key'),
  label: z.string(),
  status: z.enum(['active', 'revoked']),
  endpoints: z.array(z.string()).nullable().describe('Endpoint ids that it may call; null: all'),
  ip_ranges: z.array(z.string()).nullable().describe('Permitted address ranges; null: all'),
  spend_cap_per_day: Rupees.nullable().describe('The daily spend cap, by day in India; null: none'),
  expires_at: MomentOrNone,
  exposed_at: MomentOrNone.describe('When its id or secret was seen in a URL'),
  issued_by: z.string().nullable().describe('The account above that issued its secret; null: its own, or an operator'),
  overlap_until: MomentOrNone.describe(
    'Until when the secret before the last rotation works too; null: it ended at once',
  ),
  created_at: Moment,
  revoked_at: MomentOrNone,
})
/** A key, and when it was last used. */
export const UsedKeyView = KeyView.extend({
  last_used_at: MomentOrNone.describe('Its last call that counts in its rate limits, to the second; null: none'),
})
/** A key with its secret. */
export const IssuedKeyView = KeyView.extend({ api_secret: z.string().describe('sk_…: shown once') })

/** The field that names a key. */
export const KeyId = { key_id: z.string() } as const
/** The account of a key. */
export const ownerOfKey = async (
  { key_id }: { readonly key_id: string },
  { keys }: { readonly keys: Keys },
): Promise<string | null> => (await keys.get(key_id))?.key.accountId ?? null

/** Whether a key is of production. */
export const isOfProduction = async (
  { key_id }: { readonly key_id: string },
  { keys }: { readonly keys: Keys },
): Promise<boolean> => (await keys.get(key_id))?.key.environment === 'production'

/** Presents a key. */
export const presentKey = (key: ApiKey): z.input<typeof KeyView> => ({
  ...{ key_id: key.id, account_id: key.accountId, environment: key.environment, api_key: key.publicId },
  external: key.external && { scheme: key.external.scheme, subject: key.external.subject },
  ...{ label: key.label, status: key.status },
  endpoints: key.endpoints && [...key.endpoints],
  ip_ranges: key.ipRanges && [...key.ipRanges],
  spend_cap_per_day: key.spendCapPerDay === null ? null : rupeesText(key.spendCapPerDay),
  expires_at: momentOrNone(key.expiresAt),
  exposed_at: momentOrNone(key.exposedAt),
  issued_by: key.issuedBy,
  overlap_until: momentOrNone(key.previousSecretUntil),
  created_at: moment(key.createdAt),
  revoked_at: momentOrNone(key.revokedAt),
})
/** Presents a key and when it was last used. @param used As `Keys.lastUsed` gives it. */
export const presentUsedKey = (key: ApiKey, used: ReadonlyMap<string, Date>): z.input<typeof UsedKeyView> => ({
  ...presentKey(key),
  last_used_at: momentOrNone(used.get(key.id) ?? null),
})
/** Presents a key with its secret. */
export const presentIssuedKey = ({ key, apiSecret }: IssuedKey): z.input<typeof IssuedKeyView> => ({
  ...presentKey(key),
  api_secret: apiSecret,
})
