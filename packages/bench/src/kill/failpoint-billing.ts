import { setTimeout as sleep } from 'node:timers/promises'
import type { Admission, Billing, SettleResult } from '@parakh/core'
import type { Failpoint } from './failpoint.ts'

type Admit = Parameters<Billing['admit']>[0]
type Settle = Parameters<Billing['settle']>[0]
type Dispatch = Parameters<Billing['dispatch']>[0]
type Commit = Parameters<Billing['commit']>[0]

/** The endpoints of the rig whose calls are writes. */
const WRITES: ReadonlySet<string> = new Set(['order-thing', 'start-job', 'start-silent-job'])

/** The billing of the product, which kills its process in the planned crash window. */
export function failpointBilling(billing: Billing, failpoint: Failpoint): Billing {
  return {
    ...billing,
    admit: (operation) => admit(billing, failpoint, operation),
    dispatch: (operation) => dispatch(billing, failpoint, operation),
    settle: (operation) => settle(billing, failpoint, operation),
    commit: (operation) => commit(billing, failpoint, operation),
    // biome-ignore lint/complexity/useMaxParams: Billing of core has these four.
    async takeOver(reference, epoch, owner, leaseUntil) {
      const taken = await billing.takeOver(reference, epoch, owner, leaseUntil)
      if (taken !== null && failpoint.isDue('recovering')) failpoint.kill({ reference })
      return taken
    },
  }
}

async function admit(billing: Billing, failpoint: Failpoint, operation: Admit): Promise<Admission> {
  const { reference, requestId, endpoint } = operation
  if (failpoint.isDue('before-hold')) {
    if (failpoint.crash.late) await Promise.race([billing.admit(operation), sleep(failpoint.crash.delayMs)])
    failpoint.kill({ reference, requestId })
  }
  const admission = await billing.admit(operation)
  const isReadHeld = admission.kind === 'admitted' && !WRITES.has(endpoint)
  if (isReadHeld && failpoint.isDue('held-read')) failpoint.kill({ reference, requestId })
  return admission
}

async function dispatch(billing: Billing, failpoint: Failpoint, operation: Dispatch): Promise<SettleResult> {
  const { reference } = operation
  if (failpoint.isDue('held-write')) failpoint.kill({ reference })
  const result = await billing.dispatch(operation)
  // What goes on is the sending of the write: by then another process has asked about it, and released it.
  if (result.kind === 'done' && failpoint.isDue('stalled-unsent')) failpoint.stall({ reference })
  if (result.kind !== 'done' || !failpoint.isDue('dispatched')) return result
  if (!failpoint.crash.late) failpoint.kill({ reference })
  // The request leaves in the meantime; its reply takes the fake upstream 5 ms at least.
  setTimeout(() => failpoint.kill({ reference }), failpoint.crash.delayMs)
  return result
}

/** The result of a job, or that none came. */
async function commit(billing: Billing, failpoint: Failpoint, operation: Commit): Promise<SettleResult> {
  const { asyncState } = operation.writes
  if (asyncState === null || !failpoint.isDue('completing')) return await billing.commit(operation)
  if (failpoint.crash.late) await Promise.race([billing.commit(operation), sleep(failpoint.crash.delayMs)])
  failpoint.kill({ reference: asyncState.reference })
}

async function settle(billing: Billing, failpoint: Failpoint, operation: Settle): Promise<SettleResult> {
  const { reference, outcome, usage } = operation
  if (outcome !== 'answer') return await billing.settle(operation)
  const { requestId, endpoint } = usage
  if (WRITES.has(endpoint) === failpoint.crash.late && failpoint.isDue('stalled'))
    failpoint.stall({ reference, requestId })
  if (failpoint.isDue('replied')) failpoint.kill({ reference, requestId })
  if (failpoint.isDue('commit-unseen')) {
    await Promise.race([billing.settle(operation), sleep(failpoint.crash.delayMs)])
    failpoint.kill({ reference, requestId })
  }
  const result = await billing.settle(operation)
  if (!failpoint.crash.late && result.kind === 'done' && failpoint.isDue('settled'))
    failpoint.kill({ reference, requestId })
  return result
}
