import * as fc from 'fast-check'

/** What the parties of a walk, their bank and an honest operator do, by how often. */
export const STEP_WEIGHTS = {
  ...{ pay: 9, order: 1, capture: 3, transfer: 3, approve: 4, assign: 2 },
  ...{
    refund: 4,
    'refund-failed': 2,
    'dispute-inquiry': 1,
    'dispute-opened': 1,
    'dispute-lost': 2,
    'dispute-won': 1,
    chargeback: 1,
    release: 3,
  },
  ...{ sale: 14, 'order-sale': 8, call: 8, settle: 5, again: 2, repeat: 2, result: 6, 'give-back': 5 },
  ...{ convert: 5, settlement: 5, allot: 6, move: 4, status: 1 },
  ...{ subscribe: 4, 'change-plan': 2, 'cancel-plan': 1, renew: 3, wait: 4 },
} as const
export type StepKind = keyof typeof STEP_WEIGHTS

/** One step: numbers that choose, whatever there is to choose from. All are whole and not negative. */
export interface WalkStep {
  readonly kind: StepKind
  /** Choose the accounts. */
  readonly who: number
  readonly other: number
  /** Chooses a call, a payment, a reference. */
  readonly pick: number
  /** Chooses an amount, in paise. */
  readonly amount: number
  /** 0 to 9: the higher, the less usual. */
  readonly variant: number
}
/** A walk, and how the shares of a line are made. */
export interface WalkPlan {
  readonly mode: 'flat' | 'differential'
  /** Null: left out, to shrink what fails. */
  readonly steps: readonly (WalkStep | null)[]
}

/** Small numbers come no more often: an amount is mostly one that pays for something. */
const upTo = (max: number): fc.Arbitrary<number> => fc.noBias(fc.integer({ min: 0, max }))
const kinds = Object.entries(STEP_WEIGHTS) as [StepKind, number][]
const numbers = { who: upTo(7), other: upTo(3), pick: upTo(99), amount: upTo(1_200), variant: upTo(9) }
const kind = fc.oneof(...kinds.map(([name, weight]) => ({ arbitrary: fc.constant(name), weight })))
const step: fc.Arbitrary<WalkStep> = fc.record({ kind, ...numbers })
/** Without money nothing can be done. */
const payment: fc.Arbitrary<WalkStep> = fc.record({ kind: fc.constant('pay'), ...numbers })

/** Any walk. @param length Its steps: it is always as long, so that it comes far; what fails is shrunk by leaving steps out. */
export const anyWalk = (length: number): fc.Arbitrary<WalkPlan> =>
  fc.record({
    mode: fc.constantFrom('differential', 'flat'),
    steps: fc
      .tuple(
        payment,
        payment,
        fc.array(fc.option(step, { freq: 10_000 }), { minLength: length - 2, maxLength: length - 2 }),
      )
      .map(([one, two, more]) => [one, two, ...more]),
  })
