import type { LedgerOperation, OperationResult } from '@parakh/core'
import { type LedgerAction, LedgerRun, ledgerParties, pseudoRandom, randomLedgerSteps } from '@parakh/testkit'
import { expect } from 'vitest'
import { decide } from '../src/decide/decide.ts'

const STEPS = 200
const LARGEST_BATCH = 8
/** Ends of operations that must leave everything as it was. */
const SILENT_ENDS: ReadonlySet<string> = new Set([
  ...['lost', 'conflict', 'duplicate', 'reused', 'insufficient', 'thrown'],
])
/** Ends of admissions that count in the windows and do nothing else, unless they release a hold that has ended. */
const ADMISSION_ENDS: ReadonlySet<string> = new Set(['refused', 'replay', 'running'])

/** Takes random steps and compares all rows before and after each that must change nothing. Counts them by their end. */
export function followRefusals(seed: number, refused: Map<string, number>): void {
  const run = new LedgerRun(decide, ledgerParties())
  for (const step of randomLedgerSteps(seed, STEPS)) {
    const action = run.actionOf(step)
    if (action?.kind === 'take-over') run.takeOver(action)
    else if (action) tryAndCompare(run, action.operation, refused)
  }
}

function tryAndCompare(run: LedgerRun, operation: LedgerOperation, refused: Map<string, number>): void {
  const [before, withoutWindows] = [run.text(), run.text({ windows: false })]
  const released = releasedOf(run)
  const end = run.tryOne(operation)?.kind ?? 'thrown'
  if (SILENT_ENDS.has(end)) expect(run.text() === before, `${end} changed something`).toBe(true)
  else if (ADMISSION_ENDS.has(end) && releasedOf(run) === released)
    expect(run.text({ windows: false }) === withoutWindows, `${end} changed something`).toBe(true)
  else return
  refused.set(end, (refused.get(end) ?? 0) + 1)
}
const releasedOf = ({ tables }: LedgerRun): number =>
  [...tables.calls.values()].filter(({ phase }) => phase === 'released').length

/** Takes random steps one by one, then the same operations in batches: both must come to the same. @returns How many batches had company. */
export function replayInBatches(seed: number): number {
  const one = new LedgerRun(decide, ledgerParties())
  const taken: { action: LedgerAction; result: OperationResult | null }[] = []
  for (const step of randomLedgerSteps(seed, STEPS)) {
    const action = one.actionOf(step)
    const result = action?.kind === 'operation' ? one.tryOne(action.operation) : null
    if (action?.kind === 'take-over') one.takeOver(action)
    // One that threw was never part of a batch: the store takes it out.
    if (action?.kind === 'take-over' || (action && result)) taken.push({ action, result })
  }
  const many = new LedgerRun(decide, ledgerParties())
  const random = pseudoRandom(seed)
  let accompanied = 0
  while (taken.length > 0) {
    const [first] = taken
    if (first?.action.kind === 'take-over') {
      many.takeOver(first.action)
      taken.shift()
      continue
    }
    const batch = taken.splice(0, batchLength(taken, 1 + random(LARGEST_BATCH)))
    const operations = batch.flatMap(({ action }) => (action.kind === 'operation' ? [action.operation] : []))
    expect(many.run(operations)).toEqual(batch.map(({ result }) => result))
    if (operations.length > 1) accompanied += 1
  }
  expect(many.text()).toBe(one.text())
  return accompanied
}

/** As long as wanted, but up to the next one who takes a call over at the most. */
function batchLength(taken: readonly { readonly action: LedgerAction }[], wanted: number): number {
  const next = taken.findIndex(({ action }) => action.kind === 'take-over')
  return next < 0 ? wanted : Math.min(wanted, next)
}
