import { type ApiKey, decimal, type IssuedKey } from '@parakh/core'
import { drawTable } from '../terminal/table.ts'

/** A key as `--json` lists it: never with its secret. */
export const presentKey = (key: ApiKey): object => ({
  key_id: key.id,
  api_key: key.publicId,
  account_id: key.accountId,
  environment: key.environment,
  external: key.external && { scheme: key.external.scheme, subject: key.external.subject },
  label: key.label,
  status: key.status,
  endpoints: key.endpoints,
  ip_ranges: key.ipRanges,
  spend_cap_per_day: key.spendCapPerDay === null ? null : decimal(key.spendCapPerDay),
  expires_at: key.expiresAt?.toISOString() ?? null,
  exposed_at: key.exposedAt?.toISOString() ?? null,
  created_at: key.createdAt.toISOString(),
  revoked_at: key.revokedAt?.toISOString() ?? null,
})

/** A new key with its secret, as `--json` prints it. */
export const issuedJson = ({ key, apiSecret }: IssuedKey): object => ({
  key_id: key.id,
  api_key: key.publicId,
  api_secret: apiSecret,
})

/** The same for a person. @param event What happened to the key: `is issued for sandbox`. */
export const issuedText = ({ key, apiSecret }: IssuedKey, event: string): string =>
  [
    `Key ${key.id} ${event}.`,
    `  key     ${key.publicId}`,
    `  secret  ${apiSecret}`,
    'The secret is not shown again.',
  ].join('\n')

/** Keys as a table. */
export const drawKeys = (keys: readonly ApiKey[]): string =>
  drawTable(
    ['Key', 'Public id', 'Account', 'Environment', 'Label', 'Status', 'Endpoints', 'Addresses', 'Daily cap', 'Expires'],
    keys.map((key) => [
      key.id,
      key.publicId,
      key.accountId,
      key.environment,
      key.label,
      key.exposedAt ? `${key.status}, exposed` : key.status,
      key.endpoints?.join('\n') ?? 'all',
      key.ipRanges?.join('\n') ?? 'all',
      key.spendCapPerDay === null ? 'none' : `${decimal(key.spendCapPerDay)} INR`,
      key.expiresAt?.toISOString() ?? 'never',
    ]),
  )
