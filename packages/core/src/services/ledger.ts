import type { Environment } from '../outcome.ts'

/** One invariant that does not hold. */
export interface BrokenInvariant {
  /** `I1` to `I15` of docs/reference/reliability.md. */
  readonly invariant: string
  readonly detail: string
}
/** The result of `ledger verify`. */
export interface LedgerReport {
  readonly ok: boolean
  readonly wallets: number
  /** Entries that were read, from the database and the given archives. */
  readonly entries: number
  readonly openHolds: number
  /** Closed periods that were verified; archived ones only if their files were given. */
  readonly periods: number
  /** Null: no period is closed yet. */
  readonly head: LedgerHead | null
  readonly broken: readonly BrokenInvariant[]
}
/** The newest closed period. Kept outside the database, it proves that nothing before it was changed or removed. */
export interface LedgerHead {
  /** 1 for the first. */
  readonly period: number
  /** SHA-256 in hexadecimal over this period and, chained, all before it. */
  readonly hash: string
  /** Entries of all closed periods, by environment. */
  readonly entries: Readonly<Record<Environment, number>>
  readonly closedAt: Date
}
/** An anchored head. Its period number may be missing, if only the hash was recorded. */
export type AnchoredHead = Pick<LedgerHead, 'hash'> & Partial<Pick<LedgerHead, 'period'>>

/** The options of a verification. */
export interface VerifyOptions {
  /** An anchored head, which must be part of this chain. */
  readonly head?: AnchoredHead
  /** Files of archived periods, whose entries are verified too. */
  readonly archives?: readonly string[]
}
/** The content of an archive. */
export interface LedgerArchive {
  readonly file: string
  readonly firstPeriod: number
  readonly lastPeriod: number
  readonly entries: number
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string
}

/** Verifies the ledger, and maintains its chain of closed periods (docs/decisions/0012). */
export interface LedgerCheck {
  /** Checks every invariant in one snapshot, in bounded memory, while calls go on. @throws `ARCHIVE_UNREADABLE` */
  verify(progress?: (done: number, of: number) => void, options?: VerifyOptions): Promise<LedgerReport>
  /**
   * Closes the entries written since the last period. Safe with concurrent processes.
   *
   * @returns The head afterwards; null: there is nothing to close yet.
   * @throws `LEDGER_BROKEN` if the entries to be closed are inconsistent; `LEDGER_CLOSE_DELAYED` if a transaction that may still write
   *   earlier entries does not end (PostgreSQL).
   */
  close(): Promise<LedgerHead | null>
  head(): Promise<LedgerHead | null>
  /**
   * One round of the guard: checks what was written since the last round, and the next part of the older entries. One process at a time
   * does it; the others do nothing.
   *
   * @returns The broken invariants.
   */
  guard(owner: string): Promise<readonly BrokenInvariant[]>
  /**
   * Moves closed periods into a file. The file is written, synced and verified before it is renamed, and before any row is removed.
   * Safe with concurrent processes: each period is in one file.
   *
   * @param before Archives periods that were closed before this time.
   * @returns The content of the file: fewer periods than requested if another process archived the others.
   * @throws `ARCHIVE_EXISTS`, `ARCHIVE_NOTHING`, `ARCHIVE_TAKEN`, `ARCHIVE_UNREADABLE`, `LEDGER_BROKEN`
   */
  archive(before: Date, file: string): Promise<LedgerArchive>
}

/** Whether paid calls run, in every process of the database. */
export interface MoneyState {
  /** `stopped`: an invariant is broken. `recovery`: a backup was restored, and its head was not compared yet. */
  readonly mode: 'on' | 'stopped' | 'recovery'
  readonly reason: string
  readonly since: Date
  /** Request ids of this time span may belong to calls that a restore has lost: a call with an unknown one is not run. */
  readonly lost: { readonly from: Date; readonly until: Date } | null
}
/** Stops and resumes paid calls. Processes read it about once a second. */
export interface MoneySwitch {
  state(): Promise<MoneyState>
  /** In recovery mode a stop changes nothing. */
  stop(mode: 'stopped' | 'recovery', reason: string): Promise<MoneyState>
  resume(
    reason: string,
    options?: { readonly lost?: { readonly from: Date; readonly until: Date } },
  ): Promise<MoneyState>
}
