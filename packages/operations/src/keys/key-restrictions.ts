import { type Clock, type Endpoint, invalidInput } from '@parakh/core'
import { AmountField, MomentField } from '@parakh/core/fields'
import { noIdentityNumber, printable } from '@parakh/core/formats'
import * as z from 'zod'
import { requireOffered } from '../accounts/endpoint-ids.ts'

const AddressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** The label and the restrictions of a key in an input. */
export const RESTRICTIONS = {
  label: z.string().max(100).check(printable, noIdentityNumber).exactOptional().describe('A name for people'),
  endpoints: z.array(z.string()).min(1).nullable().exactOptional().describe('Endpoint ids; null: all'),
  ip_ranges: z
    .array(
      z
        .string()
        .refine((text) => AddressRange.safeParse(text).success, {
          error: 'must be a range such as 203.0.113.0/24 or 2001:db8::/32',
        })
        // A bare address is a range of one.
        .transform((text) => (text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`)),
    )
    .min(1)
    .nullable()
    .exactOptional()
    .describe('Address ranges (CIDR); null: anywhere'),
  spend_cap_per_day: AmountField.nullable().exactOptional().describe('Rupees above zero; null: no cap'),
  expires_at: MomentField.nullable().exactOptional().describe('When it ends; null: never'),
} as const

const Restrictions = z.object(RESTRICTIONS)

/** Restrictions of an input as `Keys` takes them. @throws `VALIDATION_FAILED` */
export function restrictionsOf(
  { clock, offered }: { readonly clock: Clock; readonly offered: readonly Endpoint[] },
  { label, endpoints, ip_ranges, spend_cap_per_day, expires_at }: z.output<typeof Restrictions>,
) {
  if (endpoints) requireOffered(offered, endpoints)
  if (expires_at && expires_at <= clock.now()) throw invalidInput({ expires_at: 'must be still to come' })
  return {
    ...(label === undefined ? {} : { label }),
    ...(endpoints === undefined ? {} : { endpoints }),
    ...(ip_ranges === undefined ? {} : { ipRanges: ip_ranges }),
    ...(spend_cap_per_day === undefined ? {} : { spendCapPerDay: spend_cap_per_day }),
    ...(expires_at === undefined ? {} : { expiresAt: expires_at }),
  }
}
