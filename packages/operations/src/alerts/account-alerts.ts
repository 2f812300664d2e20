import {
  Accounts,
  Alerts,
  Clock,
  ENVIRONMENTS,
  type Environment,
  HOST_EVENTS,
  Keys,
  MOST_ALERTS,
  type StandingAlert,
  Thresholds,
  Usage,
  Wallet,
} from '@parakh/core'
import { moment, rupeesText } from '@parakh/core/fields'
import { accountsRead, keysRead, walletsRead } from '../scopes.ts'

const EXPIRES_SOON_MS = 7 * 86_400_000
/** So long a key that an account above issued is told. */
const ISSUED_LATELY_MS = 7 * 86_400_000

/** Reads, for each environment, the counter of calls, and where there are some the wallet and its thresholds; an external wallet is asked for the balance. */
const lowBalance = Alerts.contribute({
  ...{ id: 'low-balance', needs: { wallet: Wallet, thresholds: Thresholds, usage: Usage, clock: Clock } },
  make: ({ wallet, thresholds, usage, clock }) => {
    const standing = async (accountId: string, environment: Environment): Promise<readonly StandingAlert[]> => {
      // An account that has not begun to call needs no money yet.
      if ((await usage.counts(accountId, environment, clock.now())).total === 0) return []
      const [{ balance, available }, { lowBelow }] = await Promise.all([
        wallet.balance(accountId, environment),
        thresholds.get(accountId, environment),
      ])
      const isEmpty = available <= 0
      if (!isEmpty && (lowBelow === null || balance >= lowBelow)) return []
      const threshold = lowBelow === null || isEmpty ? {} : { threshold: rupeesText(lowBelow) }
      const severity = isEmpty && environment === 'production' ? 'now' : 'soon'
      return [
        { subject: null, environment, severity, since: null, params: { balance: rupeesText(balance), ...threshold } },
      ]
    }
    return {
      ...{ of: 'accounts', title: 'Balance is low', scope: walletsRead, page: 'wallet' },
      standing: async (accountId) =>
        (await Promise.all(ENVIRONMENTS.map((environment) => standing(accountId, environment)))).flat(),
    }
  },
})

/** Reads keys by the index of their account. */
const keyAlert = (id: 'key-exposed' | 'key-expires', title: string) =>
  Alerts.contribute({
    ...{ id, needs: { keys: Keys, clock: Clock } },
    make: ({ keys, clock }) => ({
      ...{ of: 'accounts', title, scope: keysRead, page: 'keys' },
      async standing(accountId) {
        const now = clock.now()
        const isExposed = id === 'key-exposed'
        const only = isExposed ? { exposed: true as const } : { expiresBy: new Date(now.getTime() + EXPIRES_SOON_MS) }
        const asked = {
          within: null,
          accountId,
          status: 'active',
          validAt: now,
          cursor: null,
          limit: MOST_ALERTS,
        } as const
        const { items } = await keys.page({ ...asked, ...only })
        return items.map(({ id: subject, label, environment, exposedAt, expiresAt }) => ({
          ...{ subject, environment, severity: isExposed ? 'now' : 'soon', since: isExposed ? exposedAt : null },
          params: { key_id: subject, label, ...(expiresAt && { until: moment(expiresAt) }) },
        }))
      },
    }),
  })

/** Reads keys by the index of their account. */
const keyFromAbove = Alerts.contribute({
  ...{ id: 'key-from-above', needs: { keys: Keys, clock: Clock } },
  make: ({ keys, clock }) => ({
    ...{ of: 'accounts', title: 'API key was issued by an account above', scope: keysRead, page: 'keys' },
    async standing(accountId) {
      const asked = { within: null, accountId, status: 'active', cursor: null, limit: MOST_ALERTS } as const
      const issuedFromAboveSince = new Date(clock.now().getTime() - ISSUED_LATELY_MS)
      const { items } = await keys.page({ ...asked, issuedFromAboveSince })
      return items.map(({ id: subject, label, environment, createdAt }) => ({
        ...{ subject, environment, severity: 'soon', since: createdAt, params: { key_id: subject, label } },
      }))
    },
  }),
})

const Created = HOST_EVENTS['key.created']
/** Of production: one of the sandbox spends no money. One that an account above issued stands for a while, by a rule of its own. */
const keyCreated = Alerts.contribute({
  ...{ id: 'key-created', needs: {} },
  make: () => ({
    ...{ of: 'events', event: 'key.created', title: 'API key was created', scope: keysRead, page: 'keys' },
    told({ environment, data }) {
      const { key_id: subject, label, issued_by } = Created.parse(data)
      return issued_by === null && environment === 'production'
        ? { subject, severity: 'soon', params: { key_id: subject, label } }
        : null
    },
  }),
})

/** Reads the account's row. */
const kycRejected = Alerts.contribute({
  ...{ id: 'kyc-rejected', needs: { accounts: Accounts } },
  make: ({ accounts }) => ({
    ...{ of: 'accounts', title: 'KYC was rejected', scope: accountsRead, page: 'kyc' },
    async standing(accountId) {
      const { state, decidedAt } = await accounts.kycFile(accountId)
      if (state !== 'rejected') return []
      return [{ subject: null, environment: null, severity: 'soon', since: decidedAt, params: {} }]
    },
  }),
})

/** What of the platform needs an act of an account. */
export const accountAlerts = [
  lowBalance,
  keyAlert('key-exposed', 'API key was exposed'),
  keyAlert('key-expires', 'API key expires soon'),
  keyFromAbove,
  keyCreated,
  kycRejected,
]
