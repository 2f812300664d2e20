import { type ApiKey, type ExternalSubject, micro } from '@parakh/core'
import * as z from 'zod'
import { Counted, EnvironmentColumn, Moment } from '../columns.ts'

/** The column `restrictions`: JSON. */
const Restrictions = z.object({
  endpoints: z.array(z.string()).nullable(),
  ipRanges: z.array(z.string()).nullable(),
  // Keys of before it have none.
  spendCapPerDay: z.number().transform(micro).nullable().default(null),
})

/** What the secrets of a key are known by. */
export interface KeySecrets {
  /** Null: an external key, which has none. */
  readonly current: { readonly keyId: string; readonly hash: string } | null
  /** Recognised until the key's `previousSecretUntil`. */
  readonly previous: { readonly keyId: string; readonly hash: string } | null
}

const Columns = z.object({
  id: z.string(),
  account_id: z.string(),
  environment: EnvironmentColumn,
  public_id: z.string(),
  label: z.string(),
  status: z.enum(['active', 'revoked']),
  version: Counted,
  secret_version: Counted,
  secret_hash: z.string().nullable(),
  pepper_id: z.string().nullable(),
  previous_secret_hash: z.string().nullable(),
  previous_pepper_id: z.string().nullable(),
  previous_until: Counted.nullable(),
  restrictions: z.string(),
  expires_at: Moment.nullable(),
  exposed_at: Moment.nullable(),
  issued_by: z.string().nullable(),
  created_at: Moment,
  revoked_at: Moment.nullable(),
  scheme: z.string().nullable(),
  subject: z.string().nullable(),
  subject_version: Counted.nullable(),
})
type Row = z.output<typeof Columns>

/** A row of `api_key`, read: the key, and what its secrets are known by. */
export const KeyRow = Columns.transform((row): { readonly key: ApiKey; readonly secrets: KeySecrets } => ({
  key: keyOf(row),
  secrets: secretsOf(row),
}))

function keyOf(row: Row): ApiKey {
  const { endpoints, ipRanges, spendCapPerDay } = Restrictions.parse(JSON.parse(row.restrictions))
  return {
    id: row.id,
    accountId: row.account_id,
    environment: row.environment,
    publicId: row.public_id,
    external: externalOf(row),
    label: row.label,
    status: row.status,
    version: row.version,
    secretVersion: row.secret_version,
    previousSecretUntil: row.previous_until === null ? null : new Date(row.previous_until),
    endpoints,
    ipRanges,
    spendCapPerDay,
    expiresAt: row.expires_at,
    exposedAt: row.exposed_at,
    issuedBy: row.issued_by,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }
}

function externalOf({ scheme, subject, subject_version: version }: Row): ExternalSubject | null {
  return scheme === null || subject === null || version === null ? null : { scheme, subject, version }
}

const secretsOf = (row: Row): KeySecrets => ({
  current: secretOf(row.pepper_id, row.secret_hash),
  previous: secretOf(row.previous_pepper_id, row.previous_secret_hash),
})
const secretOf = (keyId: string | null, hash: string | null) =>
  hash === null || keyId === null ? null : { keyId, hash }

/** What a key may do, as columns. */
export const restrictedColumns = ({ label, endpoints, ipRanges, spendCapPerDay, expiresAt }: ApiKey) => ({
  label,
  restrictions: JSON.stringify({ endpoints, ipRanges, spendCapPerDay }),
  expires_at: expiresAt?.getTime() ?? null,
})

/** A new key as a row. */
export function newKeyRow(key: ApiKey, secrets: KeySecrets) {
  const { id, environment, status, version } = key
  return {
    ...{ id, environment, status, version },
    ...restrictedColumns(key),
    account_id: key.accountId,
    public_id: key.publicId,
    secret_version: key.secretVersion,
    secret_hash: secrets.current?.hash ?? null,
    pepper_id: secrets.current?.keyId ?? null,
    issued_by: key.issuedBy,
    created_at: key.createdAt.getTime(),
    scheme: key.external?.scheme ?? null,
    subject: key.external?.subject ?? null,
    subject_version: key.external?.version ?? null,
  }
}
