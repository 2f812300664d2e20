import { type Admission, type Money, NO_WRITES, zero } from '@parakh/core'
import { CallRefusal, hostFault } from '../call-data/call-fault.ts'
import type { QuotedCall } from '../call-data/quoted-call.ts'
import { usageEntry } from '../call-data/usage-entry.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { holdUntilOf } from '../runtime/hold-times.ts'
import { sealFault } from './seal.ts'

type Admitted = Extract<Admission, { kind: 'admitted' }>

/** A reservation outlives its call's lease by so much: whoever recovers the call captures it later. */
const MARGIN_MS = 3_600_000
/** Retry-After in whole seconds. */
const RETRY_SECONDS = 5

/**
 * Reserves the price of an admitted call at the external wallet. Where that fails the request id is free again in the commit that ends the
 * call; where its result is unknown, the same commit has the task that releases it (docs/reference/reliability.md).
 *
 * @throws `INSUFFICIENT_BALANCE`, `WALLET_UNAVAILABLE`
 */
export async function reserveElsewhere(parts: CallParts, call: QuotedCall, admitted: Admitted): Promise<Admitted> {
  const { arrival, caller } = call
  const { reference } = arrival
  const { link } = externalOf(parts)
  const { reserve: amount = zero } = admitted
  const [accountId, environment] = [caller.account.id, caller.environment]
  const ended = parts.clock.now().getTime() + parts.settings.leaseMs + MARGIN_MS
  const expiresAt = new Date(holdUntilOf(parts, arrival.runtime.endpoint) ?? ended)
  const step = { key: `${reference}/reserve`, reference, wallet: { accountId, environment }, amount, expiresAt }
  const reservation = await link.reserve(step)
  if (reservation.kind === 'insufficient') throw await giveUp(parts, call, { admitted, code: 'INSUFFICIENT_BALANCE' })
  if (reservation.kind === 'unknown') throw await giveUp(parts, call, { admitted, code: 'WALLET_UNAVAILABLE' })
  return { ...admitted, available: reservation.available ?? (await link.availableOrZero(accountId, environment)) }
}

/** What the external wallet has, for the answer of a call that reserves nothing there. Null: the ledger keeps the money. */
export function availableElsewhere({ external }: CallParts, { caller }: QuotedCall): Promise<Money> | null {
  if (!external || caller.environment !== 'production') return null
  return external.link.availableOrZero(caller.account.id, caller.environment)
}

function externalOf({ external }: CallParts): NonNullable<CallParts['external']> {
  if (!external) throw new TypeError('an amount is to be reserved elsewhere, and there is no external wallet')
  return external
}

interface GivingUp {
  readonly admitted: Admitted
  readonly code: 'INSUFFICIENT_BALANCE' | 'WALLET_UNAVAILABLE'
}

/** Ends a call whose price is not reserved. */
async function giveUp(parts: CallParts, call: QuotedCall, { admitted, code }: GivingUp): Promise<CallRefusal> {
  const { epoch, rate, reserve: amount = zero } = admitted
  const unknown = code === 'WALLET_UNAVAILABLE'
  const fault = hostFault(code, { rate, ...(unknown ? { retryAfter: RETRY_SECONDS } : {}) })
  const { outcome } = fault
  const { status } = sealFault(call.arrival.runtime.hosted.envelope, fault, call.arrival.requestId)
  const usage = usageEntry(parts, call, { status, outcome, code })
  const { reference, accountId, environment, keyId } = usage
  const at = parts.clock.now().getTime()
  const of = { reference, accountId, environment, at }
  const settled = await parts.billing.settle({
    ...{ kind: 'settle', ...of, keyId, epoch, outcome, charged: zero, response: null, usage, writes: NO_WRITES },
    ...(unknown ? {} : { unreserved: true }),
  })
  if (settled.kind === 'done' && settled.step) externalOf(parts).tasks.begin({ ...of, amount, step: settled.step })
  return new CallRefusal(fault, true)
}
