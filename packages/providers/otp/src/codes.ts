import { defineRecords, type Secrets } from '@parakh/core'
import * as z from 'zod'

/** The code of the sandbox, always: nothing is sent there (decisions.md section 8). */
export const SANDBOX_CODE = '111000'

/**
 * Codes by the id of the call that sent them: a keyed hash, never the code. One without an end stands in the catalogue of the
 * sandbox: it does not wear out either, so that the catalogue answers the same however often it is run.
 */
export const Codes = defineRecords('otp.codes', {
  record: z.object({
    hash: z.string(),
    attempts: z.int().min(0),
    expires_at: z.iso.datetime().nullable(),
  }),
  initial: 'sent',
  states: { sent: ['used'], used: [] },
  keepDays: 1,
})

/**
 * When an account may send to an address again, by a keyed hash of the address. One record for each address, whatever becomes of its
 * codes: two calls that write it at the same time cannot both succeed.
 *
 * It is kept far longer than any cooldown. A record whose time has ended is hidden at once, and yet no other can be added under its id
 * until it is dropped, within the hour: for so long an address would be closed that is sent to once a day.
 */
export const Cooldowns = defineRecords('otp.cooldowns', {
  record: z.object({
    reference: z.string(),
    until: z.iso.datetime(),
    /** The codes of 24 hours. Absent in records of earlier releases. */
    day: z.object({ begins: z.iso.datetime(), sent: z.int().min(0) }).optional(),
  }),
  keepDays: 90,
})

/** What is hashed of a code: bound to its id, so that a hash that was copied to another record fits nothing. */
export const boundTo = (id: string, code: string): string => `otp.code ${id} ${code}`

/** The id of an address's cooldown: a keyed hash, the same for either case of its letters. */
export const cooldownId = (secrets: Secrets, address: string): string =>
  secrets.hash(`otp.address ${address.toLowerCase()}`)

/** What may be shown of an address: `a***@example.com`. */
export const masked = (address: string): string => address.replace(/^(.).*(?=@)/, '$1***')
