import { decimal, type WaitingAct } from '@parakh/core'

/** The text for an operation that waits for a second operator. */
export const pendingApprovalText = ({ id, amount, createdBy }: WaitingAct): string =>
  `No money has moved: ${decimal(amount)} INR, together with the operations of ${createdBy} in the last 24 hours, need a second operator. ` +
  `Approve it as another operator: parakh funding approve ${id} --as NAME`
