import {
  Allotments,
  type Decorator,
  decimal,
  decorate,
  isParakhError,
  Wallet,
  type WalletBalance,
  WalletReservations,
} from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'

/** With an external wallet, what a parent allots is reserved there before it is moved. */
export const reservedAllotments: Decorator = decorate(Allotments, {
  id: 'reserved-allotments',
  needs: { reservations: WalletReservations, wallet: Wallet },
  ifPresent: true,
  wrap: (inner, { reservations, wallet }) => ({
    async allot(allotment) {
      const { from, to, environment, amount } = allotment
      if (!reservations.isExternal(environment) || !(amount > 0)) return await inner.allot(allotment)
      const asked = await reservations.reserve({ accountId: from, environment }, amount)
      const reserved = asked.kind === 'reserved' ? asked.reservation : undefined
      try {
        const moved = await inner.allot({ ...allotment, reserved }).catch((error: unknown) => {
          // The ledger's own wallet is empty: what it says of it is not what the parent has.
          if (asked.kind === 'reserved' || !isParakhError(error) || error.code !== 'ALLOTMENT_TOO_HIGH') throw error
          const [available, asks] = [decimal(asked.available), decimal(amount)]
          throw kernelErrors.error('ALLOTMENT_TOO_HIGH', { available, amount: asks })
        })
        // What was moved is moved, whether or not the wallet tells its balances then.
        const balanceOf = (id: string, known: WalletBalance) => wallet.balance(id, environment).catch(() => known)
        return { ...moved, from: await balanceOf(from, moved.from), to: await balanceOf(to, moved.to) }
      } finally {
        if (reserved) await reservations.release(reserved)
      }
    },
  }),
})
