import type { CallState, KeyState, KeyWindows, WalletState } from '@parakh/core'

type Copy<T> = { -readonly [K in keyof T]-?: T[K] }

/*
 * Field by field, with every field, always in this order. A spread with more behind it (`{ ...wallet, held }`) gives each object a hidden
 * class of its own in V8 11 (Node 20), and whatever reads it later looks its fields up by name: several of these stand in every call.
 */

/** A wallet to change. */
export const copyWallet = (wallet: WalletState): Copy<WalletState> => ({
  accountId: wallet.accountId,
  environment: wallet.environment,
  posted: wallet.posted,
  held: wallet.held,
  owed: wallet.owed,
  version: wallet.version,
  requestsDay: wallet.requestsDay,
  requestsToday: wallet.requestsToday,
  requestsTotal: wallet.requestsTotal,
  eventSequence: wallet.eventSequence,
  alert: wallet.alert,
  calls: wallet.calls,
})

/** A key with other windows. */
export const keyWith = (key: KeyState, windows: KeyWindows): KeyState => ({
  id: key.id,
  status: key.status,
  version: key.version,
  expiresAt: key.expiresAt,
  accountStatus: key.accountStatus,
  windows,
})

/** The windows of a key, to change. */
export const copyWindows = (windows: KeyWindows): Copy<KeyWindows> => ({
  inFlight: windows.inFlight,
  scopes: windows.scopes,
  spent: windows.spent,
})

/** A call to change. */
export const copyCall = (call: CallState): Copy<CallState> => ({
  reference: call.reference,
  accountId: call.accountId,
  environment: call.environment,
  keyId: call.keyId,
  endpoint: call.endpoint,
  requestId: call.requestId,
  claim: call.claim,
  fingerprint: call.fingerprint,
  phase: call.phase,
  epoch: call.epoch,
  owner: call.owner,
  price: call.price,
  priceVersion: call.priceVersion,
  legs: call.legs,
  charged: call.charged,
  refunded: call.refunded,
  leaseUntil: call.leaseUntil,
  at: call.at,
  settledAt: call.settledAt,
  status: call.status,
  asyncState: call.asyncState,
  operation: call.operation,
  provider: call.provider,
  pool: call.pool,
  uniqueKey: call.uniqueKey,
})
