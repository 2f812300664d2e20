import type { WalletThreshold } from '@parakh/core'
import { Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'

/** The path of a wallet's thresholds. */
export const THRESHOLD_PATH = '/accounts/{account_id}/wallets/{environment}/threshold'
/** Thresholds of a wallet in an output. */
export const ThresholdView = z.object({
  percent: z.int().nullable().describe('Of the balance after the last credit; null: none is set'),
  amount: Rupees.nullable().describe('Null: none is set'),
})
/** Presents thresholds. */
export const presentThreshold = ({ percent, amount }: WalletThreshold): z.input<typeof ThresholdView> => ({
  percent,
  amount: amount && rupeesText(amount),
})
