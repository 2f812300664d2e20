import type { SettleOperation, WalletTask } from '@parakh/core'
import type { AdmittedCall, SealedCall } from '../call-data/admitted-call.ts'
import { type CallFault, hostFault } from '../call-data/call-fault.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { sealedFault } from './seal.ts'
import { RETRY_AFTER_SECONDS } from './thrown-fault.ts'

/** The eighth stage: one batched transaction. `lost`: another owns the call; `conflict`: a record was changed meanwhile. */
export async function settle(
  parts: CallParts,
  call: AdmittedCall,
  sealed: SealedCall,
): Promise<'done' | 'lost' | 'conflict'> {
  const operation = settleOperation(parts, call, sealed)
  const settled = await parts.billing.settle(operation)
  if (settled.kind === 'done' && settled.step) beginStep(parts, call, settled.step)
  return settled.kind
}

/**
 * Captures or releases in the external wallet what the settle has decided, without waiting for it. A crash in between loses nothing: the
 * task stands in the commit of the settle.
 */
function beginStep({ external, clock }: CallParts, { call, price }: AdmittedCall, step: WalletTask['step']): void {
  const { environment, reference, account: accountId } = call
  external?.tasks.begin({ accountId, environment, reference, amount: price, at: clock.now().getTime(), step })
}

/** The settle operation: capture or release, the stored answer, the usage row and staged writes. */
export function settleOperation(parts: CallParts, admitted: AdmittedCall, ending: SealedCall): SettleOperation {
  const { call, keyId, epoch, volume } = admitted
  const { sealed, outcome, code, charged, billable, holdUntil, writes } = ending
  const stored = outcome === 'answer' || outcome === 'none'
  return {
    kind: 'settle',
    reference: call.reference,
    accountId: call.account,
    environment: call.environment,
    at: parts.clock.now().getTime(),
    keyId,
    epoch,
    outcome,
    charged,
    keepsUnit: billable,
    holdUntil,
    volume,
    response: stored && epoch !== null ? sealed : null,
    usage: admitted.usage({ status: sealed.status, outcome, code, charged }),
    writes,
  }
}

/** Does not settle: an unknown write keeps its hold, and recovery queries its status (reliability.md section 2). */
export function keepUnknown(parts: CallParts, call: AdmittedCall): Promise<SealedCall> {
  const { runtime, call: facts } = call
  parts.logger.warn('call.outcome_unknown', { endpoint: runtime.endpoint.id, reference: facts.reference })
  return logUnsettled(parts, call, hostFault('OUTCOME_UNKNOWN', { retryAfter: RETRY_AFTER_SECONDS }))
}

/** Does not settle: a success after the hold expired returns no data and charges nothing. */
export function discard(parts: CallParts, call: AdmittedCall): Promise<SealedCall> {
  const { runtime, call: facts } = call
  parts.logger.warn('call.discarded', { endpoint: runtime.endpoint.id, reference: facts.reference })
  return logUnsettled(parts, call, hostFault('SERVICE_UNAVAILABLE', { retryAfter: 1 }))
}

async function logUnsettled(parts: CallParts, call: AdmittedCall, fault: CallFault): Promise<SealedCall> {
  const ending = sealedFault(call, fault)
  const { account: accountId, environment } = call.call
  const at = parts.clock.now().getTime()
  const usage = call.usage({ status: ending.sealed.status, outcome: ending.outcome, code: ending.code })
  await parts.billing.log({ kind: 'log', accountId, environment, at, usage })
  return ending
}
