import { chance } from '../rig/fake-upstream.ts'
import type { Cause, Crash, Stall, Window } from './crash-windows.ts'

/** How many processes are killed, and where. */
export interface CrashPlanOptions {
  readonly seed: string
  readonly windows: readonly Window[]
  readonly kills: number
  /** In each window. */
  readonly leastInEach: number
  /** Processes that are stalled besides: `stallsOf` says where. */
  readonly stalls: number
}

const MOST_PASSAGES = 20
const LONGEST_SERVICE_MS = 1_200
const TWO_WAYS: readonly Cause[] = [
  ...(['before-hold', 'dispatched', 'settled', 'completing'] as const),
  ...(['unreserved', 'uncaptured'] as const),
]
/** A start takes a second or so: some of the random crashes fall into it. */
const LONGEST_LIFE_MS = 3_000
const LONGEST_COMMIT_MS = 6

/**
 * The crashes of a run, in order: so many in each window and the rest at random times, shuffled by the seed, and
 * stalls among them.
 *
 * @throws RangeError where the kills do not suffice for every window.
 */
export function planCrashes({ seed, windows, kills, leastInEach, stalls }: CrashPlanOptions): readonly Crash[] {
  const named = windows.flatMap((window) => Array.from({ length: leastInEach }, (): Cause => window))
  if (named.length > kills)
    throw new RangeError(`${kills} kills are not ${leastInEach} in each of ${windows.length} windows`)
  const rest = Array.from(
    { length: kills - named.length },
    (_, index): Cause => (index % 8 === 7 ? 'recovering' : 'random'),
  )
  const stalled = stallsOf(stalls).map((stall, index) => ({ ...deathOf(stall.cause, seed, index), late: stall.late }))
  const killed = [...named, ...rest]
    .map((cause, index) => ({ cause, order: chance(seed, 'order', index) }))
    .sort((a, b) => a.order - b.order)
    .map(({ cause }, index) => deathOf(cause, seed, index))
  return interleave(killed, stalled)
}

/** Where so many processes are stalled: a read with its reply, a write before it leaves, a write with its reply, and so on. */
export function stallsOf(stalls: number): readonly { readonly cause: Stall; readonly late: boolean }[] {
  const kinds = [
    { cause: 'stalled', late: false },
    { cause: 'stalled-unsent', late: false },
    { cause: 'stalled', late: true },
  ] as const
  return Array.from({ length: stalls }, (_, index) => kinds[index % kinds.length] ?? kinds[0])
}

/** The first comes first, as it takes longest; the others far apart, as each needs others that take over. */
function interleave(killed: readonly Crash[], stalled: readonly Crash[]): readonly Crash[] {
  const apart = Math.max(1, Math.floor(killed.length / Math.max(1, stalled.length)))
  return killed.flatMap((crash, index) => {
    const stall = index % apart === 0 ? stalled[index / apart] : undefined
    return stall ? [stall, crash] : [crash]
  })
}

/** A crash of a cause, drawn by the seed. */
function deathOf(cause: Cause, seed: string, index: number): Crash {
  const draw = (what: string): number => chance(seed, what, index)
  const longest = cause === 'random' ? LONGEST_LIFE_MS : LONGEST_COMMIT_MS
  const isRecovering = cause === 'recovering'
  return {
    cause,
    afterMs: isRecovering ? 0 : draw('after') * LONGEST_SERVICE_MS,
    passage: isRecovering ? 1 : 1 + Math.floor(draw('passage') * MOST_PASSAGES),
    late: TWO_WAYS.includes(cause) && draw('late') < 0.5,
    delayMs: draw('delay') * longest,
  }
}
