import { type Account, ALL_APIS, type ApiKey, type Environment } from '@parakh/core'

/** Who acts in a run: an account and a key of it. Several keys may spend one wallet. */
export interface LedgerParty {
  readonly account: Account
  readonly key: ApiKey
}

const SINCE = new Date(0)

function partyOf(accountId: string, environment: Environment, keyId: string): LedgerParty {
  const account: Account = {
    ...{ id: accountId, name: accountId, role: 'developer', parentId: null, status: 'active', kyc: 'approved' },
    ...ALL_APIS,
    keysFromAbove: null,
    peopleFromAbove: null,
    hasOwner: false,
    version: 0,
    createdAt: SINCE,
  }
  const key: ApiKey = {
    ...{ id: keyId, accountId, environment, publicId: keyId, external: null, label: '', status: 'active', version: 1 },
    ...{
      endpoints: null,
      ipRanges: null,
      spendCapPerDay: null,
      expiresAt: null,
      exposedAt: null,
      secretVersion: 1,
      previousSecretUntil: null,
      issuedBy: null,
      createdAt: SINCE,
      revokedAt: null,
    },
  }
  return { account, key }
}

/**
 * Two accounts; one of them with a sandbox wallet besides, and with two keys that spend one wallet.
 *
 * @param prefix Of every id.
 */
export const ledgerParties = (prefix = ''): readonly LedgerParty[] => [
  partyOf(`${prefix}one`, 'production', `${prefix}key-1`),
  partyOf(`${prefix}one`, 'production', `${prefix}key-2`),
  partyOf(`${prefix}one`, 'sandbox', `${prefix}key-3`),
  partyOf(`${prefix}two`, 'production', `${prefix}key-4`),
]
