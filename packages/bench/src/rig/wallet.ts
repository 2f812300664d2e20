import {
  CONTRACT,
  definePlugin,
  type ExternalWallet,
  optional,
  token,
  type WalletCapabilities,
  walletDriver,
} from '@parakh/core'
import { OwnWallet } from '@parakh-examples/own-wallet'
import * as z from 'zod'

/** The wallet of the rig: an external one with every capability. */
export type RigWallet = ExternalWallet & WalletCapabilities & AsyncDisposable
/** What stands between the host and the wallet, where a module of services brings one: failpoints, for one. */
export const WalletWrap = token<(wallet: RigWallet) => RigWallet>('rig.wallet-wrap')

const driver = walletDriver({
  id: 'rig',
  options: z.strictObject({ connection: z.string() }),
  needs: { wrap: optional(WalletWrap) },
  capabilities: ['refund', 'credit', 'long-reservations'],
  make({ options: { connection }, wrap }) {
    const wallet = new OwnWallet(connection)
    return wrap ? wrap(wallet) : wallet
  },
})

/** The wallets of examples/own-wallet: `wallet: { use: 'rig', connection }`. */
export const walletPlugin = definePlugin({ id: 'rig-wallet', contract: CONTRACT, contributes: [driver] })
