import { defineProvider, operation } from '@parakh/core'
import { Aadhaar, isRealDay, orElse } from '@parakh/core/formats'
import * as z from 'zod'

const LOCAL_TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?$/

/** A date and time of day in India, ISO 8601 without a zone, as the mapper publishes it. */
export const LocalDateTime = z
  .string()
  .regex(LOCAL_TIME, 'must be YYYY-MM-DDTHH:MM:SS, without a zone')
  .refine((text) => isRealDay(text.slice(0, 10)), 'is not a day that exists')

/** Without it there is no mapping to tell of. */
const known = z.string().trim().min(1)

/**
 * Which bank an Aadhaar number is mapped to, and whose number it is. The number is whole, so that it can be compared with the one asked
 * about: a source that masks it cannot be used.
 */
export const Mapping = z.object({
  aadhaar: Aadhaar,
  bank: known.describe('Name of the bank to which payments are directed'),
  status: known.describe('Status of the mapping at the source, such as ACTIVE or INACTIVE'),
  updated: LocalDateTime.describe('When the mapping last changed'),
  name: known,
  local_name: orElse(z.string(), '').describe('The name in the local script; empty where the source has none'),
  mobile: orElse(z.string(), '').describe(
    'Masked or whole, only its last four digits are answered; empty where the source has none',
  ),
})

/**
 * What the plugin asks of the world.
 *
 * @example
 * const mine = NpciProvider.implement({
 *   id: 'mine', options: z.object({ token: z.string() }),
 *   make: ({ options }) => ({ mapping: async ({ aadhaar }) => lookUp(Identifier.text(aadhaar), options.token) }),
 * })
 */
export const NpciProvider = defineProvider('npci', {
  /** Which bank an Aadhaar number is mapped to (npci-status). */
  mapping: operation({
    effect: 'read',
    input: z.object({ aadhaar: Aadhaar }),
    same: ['aadhaar'],
    output: Mapping,
  }),
})
