import { decimal, type FundingRecord } from '@parakh/core'

/** What is told of an act that waits for a second operator. */
export const waitingText = ({ id, amount, createdBy }: FundingRecord): string =>
  `Nothing has moved yet: ${decimal(amount)} INR wait for a second operator, with what ${createdBy} did alone within 24 hours. ` +
  `Approve it by another name: parakh funding approve ${id} --as NAME`
