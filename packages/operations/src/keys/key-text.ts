import type { CommandOption, Drawing } from '@parakh/core'
import type * as z from 'zod'
import type { IssuedKeyView, UsedKeyView } from './key-view.ts'

/** How the restrictions of a key are typed. */
export const RESTRICTION_OPTIONS: Readonly<
  Record<'endpoints' | 'ip_ranges' | 'spend_cap_per_day' | 'expires_at', CommandOption>
> = {
  endpoints: { null: 'all', value: '<ids>' },
  ip_ranges: { flag: 'ip', null: 'any', value: '<ranges>' },
  spend_cap_per_day: { flag: 'spend-cap', null: 'none', value: '<rupees>' },
  expires_at: { flag: 'expires', read: 'end', null: 'never' },
}

/** A new key with its secret. @param event What happened to the key: `is issued for sandbox`. */
export const issuedText = ({ key_id, api_key, api_secret }: z.output<typeof IssuedKeyView>, event: string): string =>
  [`Key ${key_id} ${event}.`, `  key     ${api_key}`, `  secret  ${api_secret}`, 'The secret is not shown again.'].join(
    '\n',
  )

/** Keys as a table. */
export const drawKeys = (keys: readonly z.output<typeof UsedKeyView>[], draw: Drawing): string =>
  draw.table(
    [
      ...['Key', 'Public id', 'Account', 'Environment', 'Label', 'Status', 'Endpoints', 'Addresses', 'Daily cap'],
      ...['Expires', 'Last used'],
    ],
    keys.map((key) => [
      ...[key.key_id, key.api_key, key.account_id, key.environment, key.label],
      key.exposed_at === null ? key.status : `${key.status}, exposed`,
      key.endpoints?.join('\n') ?? 'all',
      key.ip_ranges?.join('\n') ?? 'all',
      key.spend_cap_per_day === null ? 'none' : `${key.spend_cap_per_day} INR`,
      key.expires_at ?? 'never',
      key.last_used_at ?? 'never',
    ]),
  )
