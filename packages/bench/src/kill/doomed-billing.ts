import { setTimeout as sleep } from 'node:timers/promises'
import type { Admission, Billing, SettleResult } from '@parakh/core'
import type { Doom } from './doom.ts'

type Admit = Parameters<Billing['admit']>[0]
type Settle = Parameters<Billing['settle']>[0]
type Dispatch = Parameters<Billing['dispatch']>[0]

/** The endpoint of the rig whose calls are writes. */
const WRITES = 'order-thing'

/** Billing that ends its process in the window that is due, and is the product's own everywhere else. */
export function doomedBilling(billing: Billing, doom: Doom): Billing {
  return {
    ...billing,
    admit: (operation) => admit(billing, doom, operation),
    dispatch: (operation) => dispatch(billing, doom, operation),
    settle: (operation) => settle(billing, doom, operation),
    // biome-ignore lint/complexity/useMaxParams: Billing of core has these four.
    async takeOver(reference, epoch, owner, leaseUntil) {
      const taken = await billing.takeOver(reference, epoch, owner, leaseUntil)
      if (taken !== null && doom.meets('recovering')) doom.die({ reference })
      return taken
    },
  }
}

async function admit(billing: Billing, doom: Doom, operation: Admit): Promise<Admission> {
  const { reference, requestId, endpoint } = operation
  if (doom.meets('before-hold')) {
    if (doom.death.late) await Promise.race([billing.admit(operation), sleep(doom.death.delayMs)])
    doom.die({ reference, requestId })
  }
  const admission = await billing.admit(operation)
  const isReadHeld = admission.kind === 'admitted' && endpoint !== WRITES
  if (isReadHeld && doom.meets('held-read')) doom.die({ reference, requestId })
  return admission
}

async function dispatch(billing: Billing, doom: Doom, operation: Dispatch): Promise<SettleResult> {
  const { reference } = operation
  if (doom.meets('held-write')) doom.die({ reference })
  const result = await billing.dispatch(operation)
  // What goes on is the sending of the write: by then another process has asked about it, and released it.
  if (result.kind === 'done' && doom.meets('stalled-unsent')) doom.stall({ reference })
  if (result.kind !== 'done' || !doom.meets('dispatched')) return result
  if (!doom.death.late) doom.die({ reference })
  // The request leaves in the meantime; its reply takes the fake upstream 5 ms at least.
  setTimeout(() => doom.die({ reference }), doom.death.delayMs)
  return result
}

async function settle(billing: Billing, doom: Doom, operation: Settle): Promise<SettleResult> {
  const { reference, outcome, usage } = operation
  if (outcome !== 'answer') return await billing.settle(operation)
  const { requestId, endpoint } = usage
  if ((endpoint === WRITES) === doom.death.late && doom.meets('stalled')) doom.stall({ reference, requestId })
  if (doom.meets('replied')) doom.die({ reference, requestId })
  if (doom.meets('commit-unseen')) {
    await Promise.race([billing.settle(operation), sleep(doom.death.delayMs)])
    doom.die({ reference, requestId })
  }
  const result = await billing.settle(operation)
  if (!doom.death.late && result.kind === 'done' && doom.meets('settled')) doom.die({ reference, requestId })
  return result
}
