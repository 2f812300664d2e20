import { setTimeout as sleep } from 'node:timers/promises'
import type { RigWallet } from '../rig/wallet.ts'
import type { Failpoint } from './failpoint.ts'

/** An external wallet that kills its process in the planned crash window. */
export function failpointWallet(wallet: RigWallet, failpoint: Failpoint): RigWallet {
  /** Before a step, or while it is on its way. */
  const killBefore = async (step: () => Promise<unknown>, reference: string): Promise<never> => {
    if (failpoint.crash.late) await Promise.race([step().catch(() => undefined), sleep(failpoint.crash.delayMs)])
    return failpoint.kill({ reference })
  }
  return {
    balance: (owner, signal) => wallet.balance(owner, signal),
    async reserve(step, signal) {
      const { reference } = step
      if (failpoint.isDue('unreserved')) await killBefore(() => wallet.reserve(step, signal), reference)
      const reservation = await wallet.reserve(step, signal)
      if (reservation.kind === 'reserved' && failpoint.isDue('reserved')) failpoint.kill({ reference })
      return reservation
    },
    async capture(step, signal) {
      const { reference } = step
      if (failpoint.isDue('uncaptured')) await killBefore(() => wallet.capture(step, signal), reference)
      await wallet.capture(step, signal)
      if (failpoint.isDue('captured')) failpoint.kill({ reference })
    },
    release: (step, signal) => wallet.release(step, signal),
    refund: (step, signal) => wallet.refund(step, signal),
    credit: (step, signal) => wallet.credit(step, signal),
    [Symbol.asyncDispose]: () => wallet[Symbol.asyncDispose](),
  }
}
