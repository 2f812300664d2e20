/** A place in a call where a process is killed (reliability.md section 2). */
export const WINDOWS = [
  'before-hold',
  'held-read',
  'held-write',
  'dispatched',
  'replied',
  'commit-unseen',
  'settled',
  'completing',
] as const
/** Where, besides, a process is killed beside an external wallet. */
export const WALLET_WINDOWS = ['unreserved', 'reserved', 'uncaptured', 'captured'] as const
export type Window = (typeof WINDOWS)[number] | (typeof WALLET_WINDOWS)[number]

/** The windows that a run has. */
export const windowsOf = (wallet: 'ledger' | 'external'): readonly Window[] =>
  wallet === 'external' ? [...WINDOWS, ...WALLET_WINDOWS] : WINDOWS

/** Where a process is stopped for longer than its lease, and then continued. */
export const STALLS = ['stalled', 'stalled-unsent'] as const
export type Stall = (typeof STALLS)[number]
export const isStall = (cause: Cause): cause is Stall => (STALLS as readonly Cause[]).includes(cause)

/** Why a process dies: in a window; while it recovers a write of another; at any time. Or it is only stalled. */
export type Cause = Window | 'recovering' | 'random' | Stall

/** What each cause means, for the report. */
export const CAUSES: Readonly<Record<Cause, string>> = {
  'before-hold': 'before the hold was committed, or while that commit was on its way',
  'held-read': 'after the hold of a read, before the upstream was asked',
  'held-write': 'after the hold of a write, before its dispatch mark',
  dispatched: 'after the dispatch mark of a write, before its reply: nothing sent, or sent',
  replied: 'after the reply, before the settle commit',
  'commit-unseen': 'while the settle commit was on its way, its acknowledgement not seen',
  settled: 'after the settle commit, before the answer was written, or half way through it',
  completing: 'before the result of a job was committed, or while that commit was on its way',
  unreserved: 'after the hold, before the external wallet reserved the price, or while that was on its way',
  reserved: 'after the external wallet reserved the price, before the call went on',
  uncaptured: 'after the settle commit, before the external wallet captured the price, or while that was on its way',
  captured: 'after the external wallet captured the price, before its task was removed',
  recovering: 'after taking over the write of a dead process',
  random: 'at any time, start-up included',
  stalled: 'not killed: stopped after the reply, for longer than its lease, and let go on',
  'stalled-unsent': 'not killed: the same after the dispatch mark of a write, before it left',
}

/** When and where a process is killed. Passed to it as JSON. */
export interface Crash {
  readonly cause: Cause
  /** How long it serves before it looks out for its window, in milliseconds. */
  readonly afterMs: number
  /** From then on it dies the n-th time it comes there; 1 for the first. */
  readonly passage: number
  /** The later of two ways to die, where a window has two. Of `stalled`: a write. */
  readonly late: boolean
  /** How long it lives on where that is part of the way to die, or at all where the cause is `random`. Milliseconds. */
  readonly delayMs: number
}

/** The note of a process just before it was killed. */
export interface CrashNote {
  readonly pid: number
  readonly cause: Cause
  readonly late: boolean
  /** The call during which it was killed; absent if there was none. */
  readonly reference?: string
  readonly requestId?: string
}
