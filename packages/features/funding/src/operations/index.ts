import type { Operation } from '@parakh/core'
import { approveFunding, chargeBackFunding, rejectFunding, releaseFunding } from './decide-funding.ts'
import { listGatewayEvents } from './gateway-events.ts'
import { listMethods } from './list-methods.ts'
import { openUpiQr } from './open-upi-qr.ts'
import { getFunding, listFundings } from './read-fundings.ts'
import { confirmQr, openOrder, submitTransfer } from './submit-funding.ts'
import { assignSuspense, closeSuspense, listSuspense } from './suspense.ts'

/** What operators and accounts do with fundings. */
export const fundingOperations: readonly Operation[] = [
  ...[listMethods, listFundings, getFunding, submitTransfer, openOrder, openUpiQr, confirmQr],
  ...[approveFunding, rejectFunding, chargeBackFunding, releaseFunding],
  ...[listSuspense, assignSuspense, closeSuspense],
  listGatewayEvents,
]
