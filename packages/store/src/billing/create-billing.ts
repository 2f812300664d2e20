import type { Admission, AdmitResult, Billing, BillingOperation, OperationResult, SettleResult } from '@parakh/core'
import type { Database } from '../connection/database.ts'
import type { Batches } from './batch/create-batches.ts'
import { createOpenCalls } from './open-calls.ts'
import { purgeCalls } from './purge-calls.ts'
import { type Sealing, sealOperation } from './seal-operation.ts'
import { createSettledCalls } from './settled-calls.ts'
import { createStoredCalls, type StoredCalls } from './stored-calls.ts'

/** What billing is made from. */
export interface BillingOptions {
  readonly database: Database
  readonly batches: Batches
  readonly sealing: Sealing
}

/**
 * Billing on a database: each method is one operation of a batched transaction.
 *
 * @returns `close` ends every wait.
 * @example
 * const billing = createBilling({ database, batches, sealing })
 * const admission = await billing.admit(operation)
 */
export function createBilling({ database, batches, sealing }: BillingOptions): Billing & { close(): void } {
  const calls = createStoredCalls(database, sealing.vault)
  const settled = createSettledCalls((reference) => calls.phase(reference))
  const open = createOpenCalls({ database, batches, onReleased: (reference) => settled.announce(reference) })
  const runSettling = async (operation: BillingOperation): Promise<SettleResult> =>
    asSettled(await batches.run(await sealOperation(operation, sealing)))
  return {
    async admit(operation) {
      const sealed = sealOperation(operation, sealing)
      const result = asAdmitted(await batches.run('then' in sealed ? await sealed : sealed))
      return result.kind === 'replay' ? await withBody(result, operation, calls) : result
    },
    async settle(operation) {
      const sealed = sealOperation(operation, sealing)
      const result = await batches.run('then' in sealed ? await sealed : sealed)
      settled.announce(operation.reference)
      return asSettled(result)
    },
    dispatch: (operation) => runSettling(operation),
    commit: (operation) => runSettling(operation),
    async log(operation) {
      const result = await batches.run(operation)
      if (result.kind !== 'logged') throw new TypeError(`a log was decided as ${result.kind}`)
      return result
    },
    waitFor: (reference, timeoutMs) => settled.wait(reference, timeoutMs),
    async find(wallet, by) {
      if ('claim' in by) return await calls.find({ ...wallet, ...by })
      const found = await calls.find(by)
      const own = found?.call.accountId === wallet.accountId && found.call.environment === wallet.environment
      return own ? found : null
    },
    findByReference: (reference) => calls.find({ reference }),
    refunds: (references) => calls.refunds(references),
    ...open,
    purge: (before) => purgeCalls(database, before),
    idle: () => batches.idle(),
    close: () => settled.close(),
  }
}

/** The stored bytes of a replay are read after the commit. Where they were purged meanwhile, its request id has expired. */
async function withBody(
  result: Extract<AdmitResult, { kind: 'replay' }>,
  { accountId }: { accountId: string },
  calls: StoredCalls,
): Promise<Admission> {
  const body = await calls.response(accountId, result.reference)
  return body ? { ...result, body } : { kind: 'refused', code: 'REQUEST_ID_EXPIRED', rate: result.rate }
}

function asAdmitted(result: OperationResult): AdmitResult {
  switch (result.kind) {
    case 'admitted':
    case 'replay':
    case 'running':
    case 'refused':
      return result
    default:
      throw new TypeError(`an admit was decided as ${result.kind}`)
  }
}

function asSettled(result: OperationResult): SettleResult {
  switch (result.kind) {
    case 'done':
    case 'lost':
    case 'conflict':
      return result
    default:
      throw new TypeError(`a settle was decided as ${result.kind}`)
  }
}
