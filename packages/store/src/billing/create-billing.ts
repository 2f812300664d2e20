import type {
  Admission,
  AdmitOperation,
  AdmitResult,
  Billing,
  BillingOperation,
  OperationResult,
  SettleResult,
} from '@parakh/core'
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
  const lookUps = createLookUps(calls)
  const settled = createSettledCalls((reference) => calls.phase({ reference }))
  const open = createOpenCalls({ database, batches, onReleased: (reference) => settled.announce(reference) })
  const runSettling = async (operation: BillingOperation): Promise<SettleResult> =>
    asSettled(await batches.run(await sealOperation(operation, sealing)))
  return {
    async admit(operation) {
      const { retryAfter } = batches.queue(operation)
      const repeats = operation.alreadyCounted || (retryAfter !== null && (await lookUps.isRepeated(operation)))
      if (retryAfter !== null && !repeats)
        return { kind: 'refused', code: 'SERVICE_OVERLOADED', rate: null, retryAfter }
      const sealed = sealOperation(operation, sealing)
      const result = asAdmitted(await batches.run('then' in sealed ? await sealed : sealed, repeats))
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
    queue: () => ({ ...batches.queue(), looksUp: lookUps.hasRoom }),
    idle: () => batches.idle(),
    close: () => settled.close(),
  }
}

/** Look-ups of request ids at one time, while new calls are refused: each costs a read, which a refusal is to spare. */
const MOST_LOOK_UPS = 32

/** Finds repeated calls while new ones are refused. */
function createLookUps(calls: StoredCalls) {
  let reading = 0
  return {
    get hasRoom() {
      return reading < MOST_LOOK_UPS
    },
    /** Whether its request id is used: it is answered or waited for, and begins nothing. False, too, where no look-up is free. */
    async isRepeated({ accountId, environment, claim }: AdmitOperation): Promise<boolean> {
      if (claim === null || reading >= MOST_LOOK_UPS) return false
      reading += 1
      try {
        return (await calls.phase({ accountId, environment, claim })) !== null
      } finally {
        reading -= 1
      }
    },
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
