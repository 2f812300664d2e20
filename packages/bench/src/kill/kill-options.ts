/** How a run goes. */
export interface KillOptions {
  readonly seed: string
  readonly client: 'sqlite3' | 'pg'
  /** Who keeps the money: the ledger, or tables in a PostgreSQL of their own. */
  readonly wallet: 'ledger' | 'external'
  readonly kills: number
  /** The minimum of crashes in each window. */
  readonly leastInEach: number
  /** Processes that are stalled for longer than their lease besides; where another one is there to take over. */
  readonly stalls: number
  readonly callers: number
  readonly wallets: number
  /** Server processes; on SQLite it is one. */
  readonly processes: number
  /** Told what happens, for somebody who waits. */
  progress?(line: string): void
}
