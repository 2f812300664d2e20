import type { BalanceAfter } from '@parakh/core'
import { Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'

/** A wallet in an output, after money was moved. */
export const StandingFields = {
  balance: Rupees.nullable().describe('Null: the external wallet does not say it'),
  owed: Rupees.nullable().describe('What the wallet still owes'),
  elsewhere: z.boolean().describe('Whether an external wallet keeps the money, whose balance follows'),
} as const
const Standing = z.object(StandingFields)

/** Presents a wallet after money was moved. */
export const presentStanding = ({ wallet, isElsewhere }: BalanceAfter): z.input<typeof Standing> => ({
  balance: wallet && rupeesText(wallet.balance),
  owed: wallet && rupeesText(wallet.owed),
  elsewhere: isElsewhere,
})

/** What a wallet has after money was moved, for a person. Of an external one nothing, because it is about to change. */
export function standingText({ balance, owed, elsewhere }: z.output<typeof Standing>): string {
  const owes = Number(owed ?? 0) > 0 ? `${owed} INR are owed` : ''
  if (elsewhere)
    return `${owes && `${owes}. `}The external wallet is told by a running server: parakh wallets tasks list`
  return balance === null ? '' : `The balance is ${balance} INR${owes && `, and ${owes}`}.`
}
