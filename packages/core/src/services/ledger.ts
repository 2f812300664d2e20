import type { Environment } from '../outcome.ts'

/** One invariant that does not hold. */
export interface BrokenInvariant {
  /** `I1` to `I15` of docs/reference/reliability.md. */
  readonly invariant: string
  readonly detail: string
}
/** What `ledger verify` found. */
export interface LedgerReport {
  readonly ok: boolean
  readonly wallets: number
  /** Entries that were read: those of the database, and those of the archives that were given. */
  readonly entries: number
  readonly openHolds: number
  /** Closed periods that were read again; the archived ones only where their files were given. */
  readonly periods: number
  /** Null where nothing was closed yet. */
  readonly head: LedgerHead | null
  readonly broken: readonly BrokenInvariant[]
}
/** The newest closed period: kept outside, it proves that nothing before it was changed or cut. */
export interface LedgerHead {
  /** 1 for the first. */
  readonly period: number
  /** SHA-256 in hexadecimal, over this period and all before it. */
  readonly hash: string
  /** Entries of all closed periods, by environment. */
  readonly entries: Readonly<Record<Environment, number>>
  readonly closedAt: Date
}
/** A head as it was kept outside: its number may be missing, where only the hash was recorded. */
export type AnchoredHead = Pick<LedgerHead, 'hash'> & Partial<Pick<LedgerHead, 'period'>>

/** How the ledger is verified. */
export interface VerifyOptions {
  /** A head that was kept outside: it must be one of this chain. */
  readonly head?: AnchoredHead
  /** Files of archived periods: their entries are read too. */
  readonly archives?: readonly string[]
}
/** What an archive holds. */
export interface LedgerArchive {
  readonly file: string
  readonly firstPeriod: number
  readonly lastPeriod: number
  readonly entries: number
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string
}

/** Checks of the ledger, and its chain of closed periods (docs/decisions/0012). */
export interface LedgerCheck {
  /** Checks every invariant from one snapshot, in bounded memory, beside calls. @throws `ARCHIVE_UNREADABLE` */
  verify(progress?: (done: number, of: number) => void, options?: VerifyOptions): Promise<LedgerReport>
  /**
   * Closes what was written since the last period. Two processes at once are right.
   *
   * @returns The head afterwards; null where there is nothing to close yet.
   * @throws `LEDGER_BROKEN` where the entries to be closed contradict themselves; `LEDGER_CLOSE_DELAYED` where a transaction that may
   *   still write earlier ones does not end (PostgreSQL).
   */
  close(): Promise<LedgerHead | null>
  head(): Promise<LedgerHead | null>
  /**
   * One round of the guard: what was written since the round before, and the next piece of what is older. Of several processes one
   * does it; the others find nothing to do.
   *
   * @returns What is broken.
   */
  guard(owner: string): Promise<readonly BrokenInvariant[]>
  /**
   * Moves closed periods into a file: written, synced and read again before it gets its name, and that before any row is removed. Two
   * processes at once are right: each period is in the file of one.
   *
   * @param before Periods that were closed before this.
   * @returns What the file stands for: fewer periods than were closed where another process archived the others.
   * @throws `ARCHIVE_EXISTS`, `ARCHIVE_NOTHING`, `ARCHIVE_TAKEN`, `ARCHIVE_UNREADABLE`, `LEDGER_BROKEN`
   */
  archive(before: Date, file: string): Promise<LedgerArchive>
}

/** Whether money moves, in every process of the database. */
export interface MoneyState {
  /** `stopped`: an invariant is broken. `recovery`: a backup was restored, and nobody has compared its head yet. */
  readonly mode: 'on' | 'stopped' | 'recovery'
  readonly reason: string
  readonly since: Date
  /**
   * Request ids made in this time may have been used in what a restore has lost. An unknown one whose ULID lies in it is not run.
   */
  readonly lost: { readonly from: Date; readonly until: Date } | null
}
/** Stops and resumes paid calls. Admission reads it about once a second. */
export interface MoneySwitch {
  state(): Promise<MoneyState>
  /** Recovery is not replaced by a stop. */
  stop(mode: 'stopped' | 'recovery', reason: string): Promise<MoneyState>
  resume(
    reason: string,
    options?: { readonly lost?: { readonly from: Date; readonly until: Date } },
  ): Promise<MoneyState>
}
