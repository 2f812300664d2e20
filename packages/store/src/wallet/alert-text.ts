import { micro, type WalletAlert } from '@parakh/core'
import * as z from 'zod'

const Kept = z.tuple([z.number(), z.number(), z.number()])

/** A wallet's alert as its column `alert` has it; null: no threshold is set. */
export const alertText = (alert: WalletAlert | undefined): string | null =>
  alert ? JSON.stringify([alert.percent, alert.amount, alert.base]) : null

/** What `alertText` wrote. */
export function alertOf(text: string | null): WalletAlert | undefined {
  if (text === null) return undefined
  const [percent, amount, base] = Kept.parse(JSON.parse(text))
  return { percent, amount: micro(amount), base: micro(base) }
}
