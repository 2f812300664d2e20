import {
  Accounts,
  type Environment,
  inr,
  Keys,
  type LedgerReport,
  Store,
  Wallet,
  type WalletBalance,
} from '@parakh/core'
import { openHost } from '@parakh/server'
import { WebhookRows, type WebhookStore } from '@parakh/webhooks'
import { rigConfig } from './config.ts'
import type { RigSettings } from './server-settings.ts'

/** Somebody with a key and funds. */
export interface Payer {
  readonly accountId: string
  readonly environment: Environment
  readonly keyId: string
  /** `x-api-key` and `x-api-secret`. */
  readonly headers: Readonly<Record<string, string>>
}
/** Who opens accounts and looks at books, beside the servers, as the command line does. */
export interface Operator {
  readonly store: Store
  readonly webhooks: WebhookStore
  /** An account with a key. @param rupees What its wallet has, as text: `'3333'`. */
  payer(rupees: Parameters<typeof inr>[0], environment?: Environment): Promise<Payer>
  /** Another key of the same account. */
  key(payer: Pick<Payer, 'accountId' | 'environment'>): Promise<Payer>
  /** Revokes a key, from the next request on. */
  revoke(keyId: string): Promise<void>
  /** An account that is paid on: of a distributor. */
  payee(): Promise<string>
  balance(payer: Pick<Payer, 'accountId' | 'environment'>): Promise<WalletBalance>
  /** `parakh ledger verify`. */
  verify(): Promise<LedgerReport>
  close(): Promise<void>
}

/** Opens the database beside its servers; migrates it where none of them has yet. */
export async function openOperator(settings: RigSettings): Promise<Operator> {
  const { clockSkewMs: _skew, services: _services, ...own } = settings
  const host = await openHost(await rigConfig({ ...own, upstreamUrl: null }), { logger: false, migrate: true })
  const [store, accounts, keys, wallet] = [host.get(Store), host.get(Accounts), host.get(Keys), host.get(Wallet)]
  const key: Operator['key'] = async ({ accountId, environment }) => {
    const issued = await keys.create({ accountId, environment })
    const headers = { 'x-api-key': issued.key.publicId, 'x-api-secret': issued.apiSecret }
    return { accountId, environment, keyId: issued.key.id, headers }
  }
  return {
    store,
    webhooks: host.get(WebhookRows),
    key,
    async payer(rupees, environment = 'production') {
      const { id: accountId } = await accounts.create({ name: 'Acme', role: 'developer' })
      await accounts.approveKyc(accountId)
      const amount = inr(rupees)
      if (amount > 0)
        await wallet.credit({ accountId, environment, amount, reference: `first-${accountId}`, actor: 'rig' })
      return await key({ accountId, environment })
    },
    async revoke(keyId) {
      await keys.revoke(keyId)
    },
    payee: async () => (await accounts.create({ name: 'Distributor', role: 'master_distributor' })).id,
    balance: ({ accountId, environment }) => wallet.balance(accountId, environment),
    verify: () => store.ledger.verify(),
    close: () => host.stop(),
  }
}
