import { defineProvider, operation } from '@parakh/core'
import { Epic } from '@parakh/core/formats'
import * as z from 'zod'

const ANY_CARD = /^([A-Z]{3}[0-9]{7}|[A-Z]{2}(\/[0-9]{1,3}){2}\/[0-9]{1,7})$/

/** Whether a card number is of the format with slashes, which has no check digit. */
export const isOldCard = (epic: string): boolean => epic.includes('/')

/**
 * A voter card number (EPIC) of the current format, with its check digit, or of the old one with slashes (decisions.md section 7);
 * lower case is made upper case.
 */
export const AnyEpic = z
  .string()
  .trim()
  .toUpperCase()
  .regex(ANY_CARD, {
    error: 'must be three letters and seven digits, or an old number such as UP/12/345/012345',
    abort: true,
  })
  .refine((epic) => isOldCard(epic) || Epic.safeParse(epic).success, 'has a wrong check digit')
  .describe('Voter card number (EPIC). Old numbers with slashes are accepted. Lower case is made upper case.')

/** The mobile number to be linked: ten digits, the first 6 to 9. */
export const LinkedMobile = z
  .string()
  .regex(/^[0-9]{10}$/, { error: 'must be ten digits', abort: true })
  .refine((mobile) => mobile.charAt(0) >= '6', 'is not a mobile number: the first digit must be 6 to 9')
  .describe('Mobile number, 10 digits')

/** Where a request to link stands. */
export const LinkState = z.enum(['pending', 'completed', 'failed'])

/** A request to link, as the source tells of it. */
export const Link = z.object({
  epic: AnyEpic.nullable().describe('The card; null where later results name the request by its reference alone'),
  state: LinkState,
})

/**
 * What the plugin asks of the world. The request is sent with the call's reference, by which its `status` is asked and its results come;
 * a provider without `status` leaves an unknown outcome to an operator.
 *
 * @example
 * const mine = VoterProvider.implement({
 *   id: 'mine', options: z.object({ token: z.string() }),
 *   make: ({ options }) => ({
 *     linkMobile: {
 *       send: async ({ epic, mobile }, { call }) => submit({ epic, mobile, reference: call.reference }, options.token),
 *       status: async (reference) => lookUp(reference, options.token),
 *     },
 *   }),
 * })
 */
export const VoterProvider = defineProvider('voter', {
  /** Asks for a mobile number to be linked to a card (voter-mobile-link). Null or `failed`: the source does not take it. */
  linkMobile: operation({
    effect: 'write',
    input: z.object({ epic: AnyEpic, mobile: LinkedMobile }),
    same: ['epic'],
    output: Link,
  }),
})
