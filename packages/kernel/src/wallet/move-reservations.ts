import {
  Clock,
  Ids,
  isParakhError,
  Logger,
  type MoveReservation,
  type Service,
  Store,
  service,
  type WalletOwner,
  WalletReservations,
  Wallets,
  walletTaskKey,
} from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import { WalletLink } from './wallet-link.ts'
import { externalOf } from './wallet-services.ts'

/** How long a move may take until its reservation is released. */
const UNUSED_MS = 600_000
/** A reservation lasts longer than that at the wallet, so that its capture is tried again. */
const KEPT_MS = 86_400_000

const releaseOf = ({ id }: Pick<MoveReservation, 'id'>) => ({ reference: id, step: 'release' }) as const

/** Reservations for moves. The task that releases one is written before the wallet is asked: a crash at any point leaves nothing behind. */
export const moveReservations: Service = service(
  WalletReservations,
  { drivers: Wallets, store: Store, ids: Ids, clock: Clock, logger: Logger },
  ({ drivers, store: { walletTasks }, ids, clock, logger }): WalletReservations => {
    const wallet = externalOf(drivers)
    const link = wallet && new WalletLink({ wallet, clock, logger })
    const release = async ({ id }: Pick<MoveReservation, 'id'>): Promise<void> => {
      try {
        await walletTasks.retry(walletTaskKey(releaseOf({ id })), clock.now().getTime())
      } catch (error) {
        if (!isParakhError(error) || error.code !== 'WALLET_TASK_NOT_FOUND') throw error
      }
    }
    return {
      isExternal: (environment) => wallet !== null && environment === 'production',
      async reserve(owner, amount) {
        if (!link) throw new TypeError('the ledger reserves nothing for a move')
        const at = clock.now().getTime()
        const reservation = { id: ids.next(), amount, until: at + UNUSED_MS }
        await walletTasks.add({ ...owner, ...releaseOf(reservation), amount, at, nextAt: reservation.until })
        const { kind } = await link.reserve(stepOf(owner, reservation))
        if (kind === 'reserved') return { kind, reservation }
        if (kind === 'unknown') await release(reservation)
        else await walletTasks.done([releaseOf(reservation)])
        if (kind === 'unknown') throw kernelErrors.error('WALLET_UNAVAILABLE')
        return { kind, available: await link.available(owner) }
      },
      release,
    }
  },
)

const stepOf = (wallet: WalletOwner, { id, amount, until }: MoveReservation) => ({
  ...{ key: `${id}/reserve`, reference: id, wallet: { accountId: wallet.accountId, environment: wallet.environment } },
  ...{ amount, expiresAt: new Date(until + KEPT_MS) },
})
