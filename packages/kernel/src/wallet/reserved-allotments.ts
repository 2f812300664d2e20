import { Allotments, type Decorator, decorate, Wallet, WalletReservations } from '@parakh/core'

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
        const { allotted } = await inner.allot({ ...allotment, reserved })
        const [giver, taker] = [await wallet.balance(from, environment), await wallet.balance(to, environment)]
        return { from: giver, to: taker, allotted }
      } finally {
        if (reserved) await reservations.release(reserved)
      }
    },
  }),
})
