/** What a step of a ledger run asks for; what exactly follows from where the run stands (`LedgerRun.actionOf`). */
export const LEDGER_STEPS = [
  ...['credit', 'adjust-up', 'adjust-down', 'debit', 'reverse', 'transfer', 'convert', 'recover', 'refund'],
  ...[
    'admit',
    'repeat',
    'accept',
    'answer',
    'answer-staged',
    'answer-stale',
    'answer-free',
    'none',
    'failed',
    'unclaimed',
  ],
  ...['dispatch', 'take-over', 'expire', 'commit', 'commit-stale', 'async-result', 'complete', 'log', 'price'],
] as const
/** The kind of a step. */
export type LedgerStepKind = (typeof LEDGER_STEPS)[number]

/** One step: numbers that choose, whatever there is to choose from. All are whole and not negative. */
export interface LedgerStep {
  readonly kind: LedgerStepKind
  /** Chooses the wallet and its key. */
  readonly party: number
  /** Chooses a call, a reference, a record. */
  readonly pick: number
  /** Chooses an amount, in paise. */
  readonly amount: number
  /** 0 to 9: the higher, the less usual. */
  readonly variant: number
  /** Time that passes before it, in milliseconds. */
  readonly waitMs: number
}

/** How often each kind comes, where a run is to look like a busy server. */
export const LEDGER_STEP_WEIGHTS: Readonly<Record<LedgerStepKind, number>> = {
  ...{ credit: 7, 'adjust-up': 2, 'adjust-down': 2, refund: 3 },
  ...{ debit: 2, reverse: 2, transfer: 3, convert: 2, recover: 2 },
  ...{
    admit: 17,
    repeat: 4,
    accept: 4,
    answer: 8,
    'answer-staged': 3,
    'answer-stale': 1,
    'answer-free': 1,
    none: 2,
    failed: 2,
  },
  ...{
    unclaimed: 1,
    dispatch: 3,
    'take-over': 1,
    expire: 2,
    commit: 2,
    'commit-stale': 1,
    'async-result': 2,
    complete: 7,
    log: 1,
    price: 2,
  },
}

/** The largest value of each number of a step. */
export const LEDGER_STEP_LIMITS = { party: 11, pick: 1_000, amount: 4_000, variant: 9, waitMs: 6_000 }

/**
 * Steps that look random and are the same in every run.
 *
 * @param seed Any whole number.
 */
export function randomLedgerSteps(seed: number, count: number): readonly LedgerStep[] {
  const random = pseudoRandom(seed)
  const weighted = LEDGER_STEPS.flatMap((kind) => Array.from({ length: LEDGER_STEP_WEIGHTS[kind] }, () => kind))
  const { party, pick, amount, variant, waitMs } = LEDGER_STEP_LIMITS
  return Array.from({ length: count }, () => ({
    kind: weighted[random(weighted.length)] ?? 'log',
    party: random(party + 1),
    pick: random(pick + 1),
    amount: random(amount + 1),
    variant: random(variant + 1),
    waitMs: random(waitMs + 1),
  }))
}

/** Numbers from 0 to `below` less 1 that look random and are the same in every run (mulberry32). */
export function pseudoRandom(seed: number): (below: number) => number {
  let state = seed | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

/**
 * A seed, and writes it down so that the run can be had again: `PARAKH_SEED=… npx vitest run <file>`, in hexadecimal.
 *
 * @returns A whole number below 2^31.
 */
export function chosenSeed(): number {
  const text = process.env['PARAKH_SEED'] ?? Math.floor(Date.now() % 2 ** 31).toString(16)
  const seed = Number.parseInt(text, 16) % 2 ** 31
  tellFigures({ seed: seed.toString(16) })
  return seed
}
/** Writes the figures of a run to standard error. */
export function tellFigures(figures: Readonly<Record<string, unknown>>): void {
  process.stderr.write(`${JSON.stringify(figures)}\n`)
}
