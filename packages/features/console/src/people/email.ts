import { printable } from '@parakh/core/formats'
import * as z from 'zod'

/** An e-mail address in lower case, of at most 254 characters. Nothing else of it is taken away: `a+b@c.in` is another mailbox than `a@c.in`. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('must be an e-mail address such as asha@acme.example'))

/** A name of a person: 1 to 80 printable characters. */
export const PersonName = z.string().trim().min(1).max(80).check(printable)

/** The part of an address that stands for its person until it tells its name. */
export const nameFrom = (email: string): string => email.slice(0, email.indexOf('@')).slice(0, 80)
