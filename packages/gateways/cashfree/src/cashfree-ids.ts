import * as z from 'zod'

/** A number in some versions of the API, text in others. */
export const CfId = z.union([z.string().regex(/^\w{1,40}$/), z.int().nonnegative()]).transform((id) => `${id}`)

/** The ids are numbers of Cashfree's, which could be a bank's number or each other: of fundings each is used once. */
export const paymentIdOf = (id: string) => `cf_${id}`
/** Of a refund. */
export const refundIdOf = (id: string) => `cf_refund_${id}`
/** Of a payment link. */
export const pageIdOf = (id: string) => `cf_link_${id}`
/** Of a dispute. */
export const disputeIdOf = (id: string) => `cf_dispute_${id}`
