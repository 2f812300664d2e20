import {
  chosenSeed,
  LEDGER_STEP_LIMITS,
  LEDGER_STEP_WEIGHTS,
  LEDGER_STEPS,
  LedgerRun,
  type LedgerStep,
  ledgerParties,
  tellFigures,
} from '@parakh/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followRefusals, replayInBatches } from '../../test/ledger-replay.ts'
import { decide } from './decide.ts'

/** Sequences at least, and at most until every end is reached: a short run meets a rare one late. `npm run test:long` runs the most. */
const FULL = process.env['PARAKH_FULL'] === '1'
const SEQUENCES = { least: FULL ? 1_000 : 100, most: 1_000 }
const REFUSAL_SEQUENCES = { least: FULL ? 40 : 4, most: 40 }
const BATCH_SEQUENCES = FULL ? 100 : 10
const STEPS = 200
const PATIENCE_MS = 900_000
/** What fails is shrunk besides. */
const seed = chosenSeed()

const upTo = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max })
const { party, pick, amount, variant, waitMs } = LEDGER_STEP_LIMITS
const kind = fc.oneof(
  ...LEDGER_STEPS.map((name) => ({ arbitrary: fc.constant(name), weight: LEDGER_STEP_WEIGHTS[name] })),
)
const numbers = { party: upTo(party), pick: upTo(pick), amount: upTo(amount), variant: upTo(variant) }
const step: fc.Arbitrary<LedgerStep> = fc.record({ kind, ...numbers, waitMs: upTo(waitMs) })
/** Always as long; what fails is shrunk by leaving steps out (null), which otherwise hardly happens. */
const steps = fc.array(fc.option(step, { freq: 10_000 }), { minLength: STEPS, maxLength: STEPS })

/** Every end that the steps are there to reach. */
const TO_BE_REACHED = [
  ...['credit', 'adjust', 'debit', 'reverse', 'transfer', 'convert', 'recover'].flatMap((kind) =>
    ['moved', 'duplicate', 'reused'].map((end) => `${kind}:${end}`),
  ),
  ...['debit:insufficient', 'transfer:insufficient', 'allotment of wallet', 'conversion of commission'],
  ...['recovery of wallet', 'recovery of receivable', 'clawback of commission', 'clawback of revenue'],
  ...['admit:admitted', 'admit:replay', 'admit:running', 'admit:INSUFFICIENT_BALANCE', 'admit:RATE_LIMIT_EXCEEDED'],
  ...['admit:REQUEST_ID_REUSED', 'admit:OUTCOME_UNKNOWN', 'answer:done', 'none:done', 'failed:done', 'settle:lost'],
  ...['settle:conflict', 'dispatch:done', 'dispatch:lost', 'expire:done', 'expire:lost', 'commit:done'],
  ...['captured later', 'released later', 'completed after its release', 'unit kept later', 'unit given back later'],
  ...['commit:conflict', 'commit:lost', 'log:logged', 'take-over', 'thrown', 'price:0 legs', 'price:5 legs'],
  ...['charge of wallet', 'charge of commission', 'charge of revenue', 'refund of wallet', 'refund of commission'],
  ...['adjustment of wallet', 'adjustment of receivable', 'repayment of receivable', 'credit of funding'],
  ...['responses', 'inputs', 'consents', 'events', 'jobs', 'records', 'usage', 'windows'],
]

/** A failure names the steps that led to it. */
function within(taken: () => readonly LedgerStep[], work: () => void): void {
  try {
    work()
  } catch (cause) {
    throw new Error(`after ${JSON.stringify(taken())}`, { cause })
  }
}

describe('decide, over random sequences', { timeout: PATIENCE_MS }, () => {
  it(`keeps every invariant after each of ${STEPS} operations, ${SEQUENCES.least} times or more`, () => {
    const reached = new Map<string, number>()
    const missed = () => TO_BE_REACHED.filter((what) => !reached.has(what))
    const sequences = fc.property(steps, (taken) => {
      const run = new LedgerRun(decide, ledgerParties())
      const left = taken.filter((one) => one !== null)
      for (const [place, one] of left.entries())
        within(
          () => left.slice(0, place + 1),
          () => run.take(one),
        )
      for (const [what, times] of run.reached) reached.set(what, (reached.get(what) ?? 0) + times)
    })
    const { least, most } = SEQUENCES
    for (let run = 0; run < least || (run < most && missed().length > 0); run += least)
      fc.assert(sequences, { numRuns: least, seed: seed + run })
    tellFigures(Object.fromEntries([...reached].sort()))
    expect(missed()).toEqual([])
  })

  it('leaves every row as it was where it refuses or throws, byte for byte', () => {
    const refused = new Map<string, number>()
    const silent = ['lost', 'conflict', 'duplicate', 'reused', 'insufficient', 'thrown']
    const ends = [...silent, 'refused', 'replay', 'running']
    const missed = () => ends.filter((end) => !refused.has(end))
    const { least, most } = REFUSAL_SEQUENCES
    for (let run = 0; run < least || (run < most && missed().length > 0); run += 1) followRefusals(seed + run, refused)
    tellFigures(Object.fromEntries(refused))
    expect(missed()).toEqual([])
  })

  it('decides a batch as it decides its operations one after another', () => {
    let batched = 0
    for (let sequence = 0; sequence < BATCH_SEQUENCES; sequence += 1) batched += replayInBatches(seed + sequence)
    expect(batched).toBeGreaterThan(0)
  })
})
