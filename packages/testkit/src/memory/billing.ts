import {
  type Admission,
  type AdmitResult,
  type Billing,
  type BillingOperation,
  type CallState,
  claimKey,
  isOpenCall,
  type LogResult,
  type OperationResult,
  type SettleResult,
  type StoredCall,
  zero,
} from '@parakh/core'
import type { MemoryParts } from './account-tree.ts'
import type { MemoryTables } from './memory-tables.ts'
import { waitForCall } from './wait-for-call.ts'

/** A call that was never taken over has this epoch. */
const FIRST_EPOCH = 1

/** Billing in memory: each method is one operation of a batch. */
export function memoryBilling({ tables, queue }: MemoryParts): Billing {
  const settled = async (operation: BillingOperation): Promise<SettleResult> =>
    expectSettled(await queue.run(operation))
  const storedCall = (call: CallState | undefined): StoredCall | null =>
    call
      ? {
          call,
          response: tables.responses.get(call.reference) ?? null,
          input: tables.inputs.get(call.reference) ?? null,
        }
      : null

  return {
    admit: async (operation) => withBody(tables, (await queue.run(operation)) as AdmitResult),
    settle: (operation) => settled(operation),
    dispatch: (operation) => settled(operation),
    commit: (operation) => settled(operation),
    log: async (operation) => (await queue.run(operation)) as LogResult,
    waitFor: (reference, timeoutMs) =>
      waitForCall(tables, timeoutMs, () => {
        const call = tables.calls.get(reference)
        return !call || !isOpenCall(call)
      }),
    find: async (wallet, by) => {
      const reference = 'claim' in by ? tables.claims.get(claimKey(wallet, by.claim)) : by.reference
      const call = reference === undefined ? undefined : tables.calls.get(reference)
      const own = call?.accountId === wallet.accountId && call.environment === wallet.environment
      return own ? storedCall(call) : null
    },
    findByReference: async (reference) => storedCall(tables.calls.get(reference)),
    refunds: async (references) =>
      new Map(
        references.flatMap((reference) => {
          const refunded = tables.calls.get(reference)?.refunded ?? zero
          return refunded === zero ? [] : [[reference, refunded] as const]
        }),
      ),
    sweep: async (at, options) => {
      const except = options?.goneOwner?.except
      const { madeAfter = Number.POSITIVE_INFINITY } = options ?? {}
      const force = except !== undefined || madeAfter < Number.POSITIVE_INFINITY
      const ended = (call: CallState): boolean => call.leaseUntil <= at || call.at > madeAfter
      const gone = (call: CallState): boolean =>
        call.phase === 'accepted'
          ? call.leaseUntil <= at
          : call.phase === 'held' && (except === undefined ? ended(call) : call.owner !== except)
      const stranded = (call: CallState): boolean =>
        call.phase === 'dispatched' &&
        call.leaseUntil > at &&
        (except === undefined ? call.at > madeAfter && call.epoch === FIRST_EPOCH : call.owner !== except)
      for (const call of [...tables.calls.values()].filter(stranded))
        tables.calls.set(call.reference, { ...call, leaseUntil: at })
      const results = await Promise.all(
        [...tables.calls.values()]
          .filter(gone)
          .map(({ reference, keyId, epoch, accountId, environment }) =>
            settled({ kind: 'expire', reference, keyId, epoch, accountId, environment, at, force }),
          ),
      )
      return results.filter(({ kind }) => kind === 'done').length
    },
    unresolved: async (at, limit) =>
      [...tables.calls.values()].filter((call) => call.phase === 'dispatched' && call.leaseUntil <= at).slice(0, limit),
    takeOver: async (...given) => {
      const [reference, epoch, owner, leaseUntil] = given
      const call = tables.calls.get(reference)
      if (call?.phase !== 'dispatched' || call.epoch !== epoch) return null
      tables.calls.set(reference, { ...call, epoch: epoch + 1, owner, leaseUntil })
      return epoch + 1
    },
    purge: async (before) => purge(tables, before),
    idle: () => queue.idle(),
  }
}

/** A replay brings the stored bytes. */
function withBody(tables: MemoryTables, result: AdmitResult): Admission {
  if (result.kind !== 'replay') return result
  return { ...result, body: tables.responses.get(result.reference) ?? new Uint8Array() }
}

function expectSettled(result: OperationResult): SettleResult {
  if (result.kind === 'done' || result.kind === 'lost' || result.kind === 'conflict') return result
  throw new TypeError(`a settle was decided as ${result.kind}`)
}

/** Drops what is stored of finished calls; their request ids stay used. */
function purge(tables: MemoryTables, before: number): number {
  const old = [...tables.calls.values()].filter(
    ({ phase, settledAt, asyncState }) =>
      asyncState !== 'pending' &&
      (phase === 'answered' || phase === 'none') &&
      settledAt !== null &&
      settledAt < before,
  )
  for (const call of old) {
    tables.calls.set(call.reference, { ...call, phase: 'purged' })
    tables.responses.delete(call.reference)
    tables.inputs.delete(call.reference)
  }
  return old.length
}
