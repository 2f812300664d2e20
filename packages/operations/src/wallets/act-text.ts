import type * as z from 'zod'
import type { AfterView } from './wallet-view.ts'

/** Told of money that an external wallet keeps. */
export const TOLD_LATER = 'The external wallet is told by a running server: parakh wallets tasks list'

/** Told of an act that waits for a second operator. */
export const waitingText = (fundingId: string): string =>
  'No money has moved: with the operations of the same operator in the last 24 hours it needs a second one. ' +
  `Approve it as another operator: parakh funding approve ${fundingId} --as NAME`

/** What a wallet has after money was moved. Of an external one nothing, because it is about to change. */
export function standingText({ balance, owed, elsewhere }: z.output<typeof AfterView>): string {
  const debt = owed === null || Number(owed) === 0 ? '' : `${owed} INR are owed`
  if (elsewhere) return `${debt && `${debt}. `}${TOLD_LATER}`
  return balance === null ? '' : `The balance is ${balance} INR${debt && `, and ${debt}`}.`
}
