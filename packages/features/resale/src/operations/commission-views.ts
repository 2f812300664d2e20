import { ROLES } from '@parakh/core'
import * as z from 'zod'
import type { CommissionRate } from '../contract/commissions.ts'
import { percentText } from '../percent-text.ts'
import { Percent } from './operation-fields.ts'

/** The HTTP statuses of errors of commission. */
export const COMMISSION_STATUSES = {
  COMMISSION_ABOVE_CAP: 422,
  COMMISSION_NOT_FOR_ROLE: 409,
  COMMISSION_TOO_LITTLE: 409,
} as const
/** A rate in an output. */
export const RateView = z.object({ account_id: z.string(), role: z.enum(ROLES), rate: Percent, cap: Percent })

/** Presents a rate. */
export const presentRate = ({
  accountId,
  role,
  basisPoints,
  capBasisPoints,
}: CommissionRate): z.input<typeof RateView> => ({
  ...{ account_id: accountId, role, rate: percentText(basisPoints), cap: percentText(capBasisPoints) },
})

/** A rate for a person. */
export const rateText = ({ account_id, role, rate, cap }: z.output<typeof RateView>): string =>
  `The ${role} ${account_id} earns ${rate} % of each charge below it, less what the accounts between earn (at most ${cap} %).`
