import type { AccountBrand } from '@parakh/core'
import { hasWebAddress, printable } from '@parakh/core/formats'
import * as z from 'zod'
import { resaleErrors } from '../error-codes.ts'

/** A host name of at least two labels; the last one is not numeric, so that it is no IP address. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/
const LONGEST_HOST = 253

const Host = z.string().toLowerCase().max(LONGEST_HOST).regex(DOMAIN)
const Name = z.string().trim().min(1).max(80).check(printable)
const Email = z.email().max(254)
const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/)

/**
 * Checks a brand of an account.
 *
 * @returns The brand as it is stored: the host in lower case, the name trimmed.
 * @throws `BRAND_INVALID`
 */
export function checkBrand({ accountId, ...brand }: AccountBrand): AccountBrand {
  const host = checkHost(brand.host)
  const name = read(Name, brand.name, 'the name is not 1 to 80 printable characters')
  if (hasWebAddress(name))
    throw resaleErrors.error('BRAND_INVALID', {
      detail: 'the name contains a web or email address. Put a space after each full stop',
    })
  const supportEmail =
    brand.supportEmail === null ? null : read(Email, brand.supportEmail, 'the support address is no e-mail address')
  const colour = brand.colour === null ? null : read(Colour, brand.colour, 'the colour is none such as #0a7d5c')
  return { accountId, host, name, supportEmail, colour }
}

/** @returns The host of a brand as it is stored: in lower case. @throws `BRAND_INVALID` */
export const checkHost = (host: string): string =>
  read(Host, host, 'the host is no domain name such as api.reseller.example, without a port')

function read<T>(schema: z.ZodType<T>, given: unknown, detail: string): T {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw resaleErrors.error('BRAND_INVALID', { detail })
}
